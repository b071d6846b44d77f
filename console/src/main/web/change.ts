// The dialog in which a change is previewed and then made, and the notice that offers to undo it.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { GIVEN_UP, Refusal, foretell, post } from './api';
import { broken, copyButton, gaps, resting, table } from './parts';
import { forecast, leaving } from './forecast';
import type { Forecast, Preview } from './types';
import { plural, span } from './words';

const NOTICE_MILLIS = 30000;
/** Somebody else owns a field, which can be taken over. */
const CONFLICT = 409;

export interface Change {
  kind: string;
  [field: string]: unknown;
}

interface Done {
  message: string;
  /** What takes it back. */
  undo?: Change;
  refused?: string[];
}

export class ChangeDialog extends LitElement {
  @state() private heading = '';
  @state() private change?: Change;
  @state() private preview?: Preview;
  @state() private forecast?: Forecast;
  /** Why there is no forecast. */
  @state() private unknown = '';
  @state() private failure?: Refusal;
  @state() private done?: Done;
  @state() private busy = false;
  private looking?: AbortController;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private get dialog(): HTMLDialogElement {
    return this.querySelector('dialog') as HTMLDialogElement;
  }

  async open(heading: string, change: Change): Promise<void> {
    this.looking?.abort();
    this.heading = heading;
    this.change = change;
    this.preview = undefined;
    this.forecast = undefined;
    this.unknown = '';
    this.failure = undefined;
    this.done = undefined;
    await this.updateComplete;
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
    await this.attempt(async () => {
      const preview = await post<Preview>('preview', change);
      if (this.change === change) {
        this.preview = preview;
      }
    });
    const preview = this.preview as Preview | undefined;
    const refused = preview?.refused;
    if (this.change === change && refused) {
      this.failure = new Refusal(refused.code, refused.reason, refused.message);
    }
    if (!preview || this.change !== change || (refused && refused.code !== CONFLICT)) {
      return;
    }
    if (preview.missing && preview.missing.length > 0) {
      this.unknown = 'that takes the nodes and the pods of all namespaces';
      return;
    }
    await this.look(change);
  }

  /** What follows from the change; it may be made before that is known. */
  private async look(change: Change): Promise<void> {
    this.looking = new AbortController();
    try {
      const found = await foretell<Forecast>('forecast', change, this.looking.signal);
      if (this.change === change) {
        this.forecast = found;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (this.change === change && error.reason !== GIVEN_UP) {
        this.unknown = error.message;
      }
    }
  }

  /** What comes of it is told only while the dialog is about the same change. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    const change = this.change;
    this.busy = true;
    this.failure = undefined;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (this.change === change) {
        this.failure = error;
      }
    } finally {
      if (this.change === change) {
        this.busy = false;
      }
    }
  }

  private async make(): Promise<void> {
    this.looking?.abort();
    const change = this.change;
    await this.attempt(async () => {
      const done = await post<Done>('change', change);
      window.dispatchEvent(new CustomEvent('tenure-changed'));
      const shown = this.change === change;
      if (shown && done.refused && done.refused.length > 0) {
        this.done = done;
        return;
      }
      if (shown) {
        this.dialog.close();
      }
      notify(done.message, done.undo);
    });
  }

  /** The browser gives the focus back to where it was; when that is gone, the page's heading takes it. */
  private closed(): void {
    this.looking?.abort();
    window.setTimeout(() => {
      if (document.activeElement === document.body) {
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      }
    });
  }

  private async force(): Promise<void> {
    this.change = { ...(this.change as Change), force: true };
    await this.make();
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="change-heading" @close=${() => this.closed()}>
      <h2 id="change-heading">${this.heading}${this.change ? html` <span class="about">${broken(about(this.change))}</span>` : nothing}</h2>
      ${this.failure ? html`<p class="failure" role="alert">${this.failure.message}</p>` : nothing}
      ${this.done ? this.outcome(this.done) : this.failure && this.failure.code !== CONFLICT ? nothing : this.preview ? this.previewed(this.preview) : html`<p role="status">Working out what would happen …</p>`}
      ${this.preview ? html`<details class="command"><summary>As a kubectl command</summary><pre tabindex="0">${this.preview.command}</pre>${copyButton(this.preview.command)}</details>` : nothing}
      <div class="actions">
        ${this.preview && !this.done && !this.failure ? html`<button type="button" class="primary" aria-disabled=${resting(this.busy)} @click=${() => this.busy || void this.make()}>${this.change ? act(this.change) : this.heading}</button>` : nothing}
        ${this.failure?.code === CONFLICT && ['tolerations', 'apply'].includes(this.change?.kind ?? '') ? html`<button type="button" class="primary" @click=${() => void this.force()}>Take the field over</button>` : nothing}
        <button type="button" @click=${() => this.dialog.close()}>${this.done ? 'Close' : 'Cancel'}</button>
      </div>
    </dialog>`;
  }

  private previewed(preview: Preview): TemplateResult {
    return html`<div role="status">${this.forecast ? forecast(this.forecast) : byTaints(preview)}</div>
      ${gaps(preview.missing)}
      ${preview.fact ? html`<p>${preview.fact}</p>` : nothing}
      ${this.forecast
        ? nothing
        : this.unknown
          ? html`<p class="quiet">What follows is not forecast: ${this.unknown.replace(/\.?$/, '.')}</p>`
          : html`<p class="loading" role="status">Working out what follows from that …</p>`}`;
  }

  private outcome(done: Done): TemplateResult {
    return html`<p>${done.message}. ${this.change?.kind === 'drain' ? 'These could not be evicted; try again when their budgets allow it:' : 'These were refused:'}</p>
      <ul class="names">${done.refused?.map((each) => html`<li>${each}</li>`)}</ul>`;
  }
}

/** What a change is made to. */
function about(change: Change): string {
  const text = (name: string) => String(change[name] ?? '');
  const taint = change.kind === 'taint' || change.kind === 'untaint' ? `: ${text('key')}${text('value') ? '=' + text('value') : ''}:${text('effect')}` : '';
  const workload = [text('namespace'), text('name')].filter(Boolean).join('/');
  return (text('node') || workload) + taint;
}

/** What the button does, in full. */
function act(change: Change): string {
  const text = (name: string) => String(change[name] ?? '');
  const workload = `${text('namespace')}/${text('name')}`;
  const acts: Record<string, string> = {
    taint: `Taint ${text('node')}`,
    untaint: `Remove the taint from ${text('node')}`,
    cordon: `Cordon ${text('node')}`,
    uncordon: `Uncordon ${text('node')}`,
    drain: `Drain ${text('node')}`,
    stop: `Stop ${text('node')}`,
    start: `Start ${text('node')}`,
    tolerations: `Save into ${workload}`,
    scale: `Scale ${workload} to ${text('replicas')}`,
    apply: `Apply ${plural(documents(text('yaml')), 'object')}`,
  };
  return acts[change.kind] ?? change.kind;
}

/** How many objects a YAML text holds. */
export function documents(yaml: string): number {
  return yaml.split(/^---\s*$/m).filter((each) => each.trim()).length;
}

/** What taints and tolerations say, before the forecast is there. */
function byTaints(preview: Preview): TemplateResult {
  if (preview.unjudged) {
    return html`${nothing}`;
  }
  const stays = preview.stay > 0 ? `; ${plural(preview.stay, 'pod')} here ${preview.stay === 1 ? 'stays' : 'stay'}` : '';
  return html`<p class="summary">${leaving(preview.waves)}${stays}${preview.anyway ? `; ${plural(preview.anyway, 'more pod')} ${preview.anyway === 1 ? 'leaves' : 'leave'} anyway` : ''}.</p>
    ${preview.spared > 0 ? html`<p>${plural(preview.spared, 'pod')} that ${preview.spared === 1 ? 'was' : 'were'} to leave may stay.</p>` : nothing}
    ${preview.note ? html`<p>${preview.note}</p>` : nothing}
    ${preview.pods.length > 0
      ? table('Pods that leave', [{ head: 'Pod', is: 'name' }, 'Leaves', 'Because it'], preview.pods.map((each) => [each.pod, each.seconds === 0 ? 'at once' : 'after ' + span(each.seconds), each.why]))
      : nothing}`;
}

class Notice extends LitElement {
  @state() private message = '';
  @state() private undo?: Change;
  private timer?: number;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  tell(message: string, undo?: Change): void {
    this.message = message;
    this.undo = undo;
    this.wait();
  }

  /** It stays as long as somebody is at it. */
  private wait(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.message = ''), NOTICE_MILLIS);
  }

  private readonly hold = (): void => window.clearTimeout(this.timer);
  private readonly letGo = (): void => this.wait();

  private async revert(): Promise<void> {
    const undo = this.undo as Change;
    this.message = '';
    await startChange('Undo', undo);
  }

  override render(): TemplateResult {
    return html`<div class="notice ${this.message ? 'shown' : ''}" role="status" @mouseenter=${this.hold} @focusin=${this.hold} @mouseleave=${this.letGo} @focusout=${this.letGo}>
      ${this.message ? html`<span>${this.message}</span>` : nothing}
      ${this.message && this.undo ? html`<button type="button" @click=${() => void this.revert()}>Undo</button>` : nothing}
    </div>`;
  }
}

customElements.define('change-dialog', ChangeDialog);
customElements.define('change-notice', Notice);

export async function startChange(heading: string, change: Change): Promise<void> {
  await (document.querySelector('change-dialog') as ChangeDialog).open(heading, change);
}

export function notify(message: string, undo?: Change): void {
  (document.querySelector('change-notice') as Notice).tell(message, undo);
}
