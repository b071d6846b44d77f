// What all pages have in common: they read one URL of the console's server, again when the cluster has changed.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Refusal, get } from './api';
import { noteClock } from './words';

const SETTLE_MILLIS = 250;
const AGAIN_MILLIS = 1000;

export abstract class Page<T extends object> extends LitElement {
  /** What follows the page's name in the URL, decoded. */
  @property({ attribute: false }) parts: string[] = [];
  @state() data?: T;
  @state() failure?: Refusal;
  /** What is waited for, when the cluster is still being read. */
  @state() private waiting = '';

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
        this.failure = undefined;
        this.waiting = '';
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 503 && !this.data) {
        this.waiting = error.message;
        this.failure = undefined;
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.load(), AGAIN_MILLIS);
      } else if (error instanceof Refusal) {
        this.failure = error;
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
    history.replaceState(null, '', location.pathname + (text ? '?' + text : ''));
    void this.load();
    this.requestUpdate();
  }

  override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${this.heading()}</h1>
      ${this.failure ? this.refused(this.failure) : nothing}
      ${this.data ? this.show(this.data) : this.failure ? nothing : html`<p class="loading" role="status">Loading …${this.waiting ? html` (${this.waiting})` : nothing}</p>`}
    `;
  }

  private refused(failure: Refusal): TemplateResult {
    return html`<div class="failure" role="alert">
      <p>${failure.message}</p>
      <button type="button" @click=${() => void this.load()}>Try again</button>
    </div>`;
  }
}
