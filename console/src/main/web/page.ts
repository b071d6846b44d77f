// What all pages have in common: they read one URL of the console's server, again when the cluster has changed.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Refusal, current, get } from './api';
import { empty, gaps, when } from './parts';
import type { Gap } from './types';
import { clock, noteClock } from './words';

const SETTLE_MILLIS = 250;
const AGAIN_MILLIS = 1000;
const NAMESPACE = 'tenure-namespace';
const NOT_FOUND = 404;

/** What a page of one thing is about, and where all of its kind are. */
export interface Subject {
  /** For example "node". */
  kind: string;
  name: string;
  all: string;
  href: string;
}

export abstract class Page<T extends object> extends LitElement {
  /** What follows the page's name in the URL, decoded. */
  @property({ attribute: false }) parts: string[] = [];
  @state() data?: T & { missing?: Gap[] };
  @state() failure?: Refusal;
  /** What is waited for, when the cluster is still being read. */
  @state() private waiting = '';

  /** Since when the thing that is shown is known to be gone. */
  @state() private gone = '';

  /** From where the data is. */
  private read = '';
  private asked = 0;
  private wanted = false;
  private busy = false;
  private timer?: number;
  private ticker?: number;
  private last?: Element;

  abstract heading(): string;
  abstract source(): string;
  abstract show(data: T): TemplateResult;

  /** After how many seconds it is read again although no node and no pod has changed; 0 for never. */
  again(): number {
    return 0;
  }

  /** Pages that show nothing which changes by itself say no. */
  live(): boolean {
    return true;
  }

  /** Of a page of one thing. */
  subject(): Subject | undefined {
    return undefined;
  }

  /** Whether it shows pods, of which some users see those of one namespace only. */
  namespaced(): boolean {
    return false;
  }

  /** The namespace that is looked at: by the link, or, for who does not see all, as it was chosen last. */
  protected namespace(): string {
    return this.parameter('namespace') || (current()?.namespace ? (sessionStorage.getItem(NAMESPACE) ?? '') : '');
  }

  protected namespaceField(): TemplateResult {
    const choose = (event: Event) => {
      const wanted = (event.target as HTMLInputElement).value.trim();
      if (current()?.namespace) {
        sessionStorage.setItem(NAMESPACE, wanted);
      }
      this.setParameter('namespace', wanted);
    };
    return html`<label>Namespace <input .value=${this.namespace()} placeholder=${current()?.namespace || 'all'} autocomplete="off" spellcheck="false" @change=${choose} /></label>`;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('tenure-changed', this.changed);
    this.ticker = window.setInterval(() => this.tick(), 1000);
    this.addEventListener('focusin', this.focused);
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('tenure-changed', this.changed);
    window.clearInterval(this.ticker);
    window.clearTimeout(this.timer);
  }

  private tick(): void {
    if (document.hidden) {
      return;
    }
    this.requestUpdate();
    if (this.again() > 0 && performance.now() - this.asked >= this.again() * 1000) {
      void this.load();
    }
  }

  /** Who had the focus last; when it is gone from the page, the heading takes it, so that the keyboard is not lost. */
  private readonly focused = (event: FocusEvent): void => {
    this.last = event.target as Element;
  };

  protected override updated(): void {
    if (this.last && !this.last.isConnected && document.activeElement === document.body) {
      this.last = undefined;
      this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
  }

  private readonly changed = (): void => {
    if (!this.live() || document.hidden) {
      return;
    }
    window.clearTimeout(this.timer);
    const rest = Math.max(20, this.asked + SETTLE_MILLIS - performance.now());
    this.timer = window.setTimeout(() => void this.load(), rest);
  };

  /** Reads the page's data; while that is under way, once more afterwards. */
  async load(): Promise<void> {
    if (this.busy) {
      this.wanted = true;
      return;
    }
    this.busy = true;
    this.asked = performance.now();
    const source = this.source();
    try {
      const data = await get<T & { now?: string }>(source);
      if (source === this.source()) {
        noteClock(data.now);
        this.data = data;
        this.read = source;
        this.failure = undefined;
        this.waiting = '';
        this.gone = '';
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 503 && !this.data) {
        this.waiting = error.message;
        this.failure = undefined;
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.load(), AGAIN_MILLIS);
      } else if (error instanceof Refusal && error.code === NOT_FOUND && this.data && this.subject() && this.read === source) {
        this.gone ||= new Date(clock()).toISOString();
        this.failure = undefined;
      } else if (error instanceof Refusal) {
        this.failure = error;
        if (error.code === NOT_FOUND && this.subject()) {
          this.data = undefined;
        }
        if (error.code === 401) {
          window.dispatchEvent(new CustomEvent('tenure-session-ended'));
        }
      } else {
        throw error;
      }
    } finally {
      this.busy = false;
      if (this.wanted || source !== this.source()) {
        this.wanted = false;
        void this.load();
      }
    }
  }

  /** The URL's parameters, which hold what is filtered, so that a link can be shared. */
  protected parameter(name: string): string {
    return new URLSearchParams(location.search).get(name) ?? '';
  }

  protected setParameter(name: string, value: string): void {
    const found = new URLSearchParams(location.search);
    if (value) {
      found.set(name, value);
    } else {
      found.delete(name);
    }
    const text = found.toString();
    history.replaceState(null, '', location.pathname + (text ? '?' + text : '') + location.hash);
    void this.load();
    this.requestUpdate();
  }

  override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${this.heading()}</h1>
      ${this.failure ? this.refused(this.failure) : nothing}
      ${gaps(this.data?.missing)}
      ${this.namespaced() && current()?.namespace ? html`<form class="filter" @submit=${(event: Event) => event.preventDefault()}>${this.namespaceField()}</form>` : nothing}
      ${this.data && this.gone ? this.lastSeen(this.data) : this.data ? this.show(this.data) : this.failure ? nothing : html`<p class="loading" role="status">Loading …${this.waiting ? html` (${this.waiting})` : nothing}</p>`}
    `;
  }

  /** What was there before it was deleted; nothing of it can be changed any more. */
  private lastSeen(data: T): TemplateResult {
    const subject = this.subject();
    return html`<div class="failure" role="alert">
        <p>The ${subject?.kind} ${subject?.name} was deleted; that was noticed ${when(this.gone)}. Below is the state that was seen last.</p>
        <a href=${subject?.href ?? ''}>${subject?.all}</a>
      </div>
      <fieldset class="last-seen" disabled aria-label="The state that was seen last">${this.show(data)}</fieldset>`;
  }

  private refused(failure: Refusal): TemplateResult {
    const subject = this.subject();
    if (subject && failure.code === NOT_FOUND) {
      return html`<div role="alert">${empty(`There is no ${subject.kind} ${subject.name}.`, html`<a href=${subject.href}>${subject.all}</a>`)}</div>`;
    }
    return html`<div class="failure" role="alert">
      <p>${failure.message}</p>
      <button type="button" @click=${() => void this.load()}>Try again</button>
      ${subject ? html`<a href=${subject.href}>${subject.all}</a>` : nothing}
    </div>`;
  }
}
