import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { Refusal, post } from '../api';
import { forecast, startChange, type Change } from '../change';
import { Page } from '../page';
import { copyButton } from '../parts';
import type { Preview } from '../types';
import { EFFECTS } from './nodes';

interface Compared {
  title: string;
  change: Change;
  preview?: Preview;
  failure?: Refusal;
}

const KINDS: Record<string, string> = { taint: 'Taint a node', untaint: 'Remove a taint', cordon: 'Cordon a node', drain: 'Drain a node', stop: 'Stop a simulated node' };

/** A change is composed and forecast; two stand side by side. Nothing is done until it is asked for. */
export class PlanPage extends Page<object> {
  @state() private kind = 'taint';
  @state() private plans: Compared[] = [];

  heading(): string {
    return 'Plan';
  }

  source(): string {
    return 'session';
  }

  override live(): boolean {
    return false;
  }

  show(): TemplateResult {
    return html`
      <p>Compose a change and see what it would do. Nothing is changed until you say so; the last two stand side by side.</p>
      <form class="editor" aria-label="Change" @submit=${(event: Event) => void this.forecast(event)}>
        <label>Change <select name="kind" @change=${(event: Event) => (this.kind = (event.target as HTMLSelectElement).value)}>${Object.entries(KINDS).map(([word, name]) => html`<option value=${word} ?selected=${this.kind === word}>${name}</option>`)}</select></label>
        <label>Node <input name="node" required autocomplete="off" spellcheck="false" /></label>
        ${this.kind === 'taint' || this.kind === 'untaint'
          ? html`<label>Key <input name="key" required autocomplete="off" spellcheck="false" /></label>
              ${this.kind === 'taint' ? html`<label>Value <input name="value" autocomplete="off" spellcheck="false" placeholder="may be blank" /></label>` : nothing}
              <label>Effect <select name="effect">${EFFECTS.map((each) => html`<option ?selected=${each === 'NoExecute'}>${each}</option>`)}</select></label>`
          : nothing}
        <button type="submit" class="primary">Forecast</button>
      </form>
      <div class="columns">${this.plans.map((each) => this.plan(each))}</div>
    `;
  }

  private plan(plan: Compared): TemplateResult {
    return html`<section class="plan"><h2>${plan.title}</h2>
      ${plan.failure ? html`<p class="failure" role="alert">${plan.failure.message}</p>` : nothing}
      ${plan.preview
        ? html`${forecast(plan.preview)}<pre tabindex="0">${plan.preview.command}</pre>
            <div class="actions">${copyButton(plan.preview.command)}<button type="button" @click=${() => void startChange(KINDS[plan.change.kind], plan.change)}>Make this change …</button></div>`
        : nothing}
    </section>`;
  }

  private async forecast(event: Event): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const change: Change = { kind: this.kind };
    for (const [name, value] of fields) {
      change[name] = String(value).trim();
    }
    const what = change.key ? ` ${String(change.key)}${change.value ? '=' + String(change.value) : ''}:${String(change.effect)}` : '';
    const made: Compared = { title: `${KINDS[this.kind]}: ${String(change.node)}${what}`, change };
    try {
      made.preview = await post<Preview>('preview', change);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      made.failure = error;
    }
    this.plans = [made, ...this.plans].slice(0, 2);
  }
}

customElements.define('plan-page', PlanPage);
