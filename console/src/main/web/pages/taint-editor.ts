import { LitElement, html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { startChange } from '../change';
import { EFFECTS } from './nodes';

/** Key, value and effect of a taint that a node is to have. */
export class TaintEditor extends LitElement {
  @property({ attribute: false }) node = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private submit(event: Event): void {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const change = { node: this.node, key: text('key'), value: text('value'), effect: text('effect') };
    void startChange('Taint', { kind: 'taint', ...change, overwrite: fields.has('overwrite') });
  }

  override render(): TemplateResult {
    return html`<form class="editor" aria-label="Add a taint" @submit=${this.submit}>
      <label>Key <input name="key" required autocomplete="off" spellcheck="false" placeholder="example.com/gpu" /></label>
      <label>Value <input name="value" autocomplete="off" spellcheck="false" placeholder="may be blank" /></label>
      <label>Effect <select name="effect">${EFFECTS.map((each) => html`<option ?selected=${each === 'NoExecute'}>${each}</option>`)}</select></label>
      <label class="tick"><input type="checkbox" name="overwrite" /> Overwrite another value</label>
      <button type="submit" class="primary">Preview …</button>
    </form>`;
  }
}

customElements.define('taint-editor', TaintEditor);
