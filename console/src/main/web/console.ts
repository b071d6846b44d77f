// The console: who is signed in, the navigation, and the page that the URL names.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { Refusal, post, signIn, type Session } from './api';
import { empty } from './parts';
import { absolute, clock, exactTimes, setExactTimes } from './words';
import './change';
import './pages/matrix';
import './pages/nodes';
import './pages/overview';
import './pages/plan';
import './pages/pods';
import './pages/pressure';
import './pages/taint-editor';
import './pages/timeline';
import './pages/tolerations';

const PAGES: [string, string][] = [
  ['', 'Overview'],
  ['nodes', 'Nodes'],
  ['matrix', 'Matrix'],
  ['timeline', 'Timeline'],
  ['pods', 'Pods'],
  ['tolerations', 'Tolerations'],
  ['plan', 'Plan'],
  ['pressure', 'Node pressure'],
];
const ROOT = '/console/';
const AGAIN_MILLIS = 3000;
const LOGO = html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#2550c4"></rect><path d="M6 8.5h12M12 8.5v9" stroke="#fff" stroke-width="2.6" stroke-linecap="round"></path><circle cx="17.2" cy="16.2" r="2.2" fill="#8fe3b4"></circle></svg>`;

class TenureConsole extends LitElement {
  @state() private session?: Session;
  @state() private failure?: Refusal;
  @state() private ended = false;
  @state() private cut = false;
  /** Whether the cluster does not answer the console. */
  @state() private silent = false;
  @state() private place = location.pathname;
  /** Each visit of a page is one of its own, of the same page too. */
  @state() private visit = 0;
  private events?: EventSource;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.settle();
    window.addEventListener('popstate', () => this.moved());
    window.addEventListener('beforeprint', () => this.requestUpdate());
    window.addEventListener('tenure-session-ended', () => this.end());
    document.addEventListener('click', (event) => this.followed(event));
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) {
        window.dispatchEvent(new CustomEvent('tenure-changed'));
      }
    });
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.session = await signIn();
      this.failure = undefined;
      this.listen();
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (error.code === 401) {
        this.end();
      } else {
        this.failure = error;
        window.setTimeout(() => void this.begin(), AGAIN_MILLIS);
      }
    }
  }

  private listen(): void {
    this.events = new EventSource('/console/api/live');
    const changed = (): boolean => window.dispatchEvent(new CustomEvent('tenure-changed'));
    this.events.addEventListener('changed', changed);
    // What changed before the stream began, or while it was cut, is not told.
    this.events.addEventListener('hello', changed);
    this.events.addEventListener('cluster', (event) => {
      this.silent = (event as MessageEvent<string>).data === 'silent';
      changed();
    });
    this.events.addEventListener('ended', () => this.end());
    this.events.addEventListener('open', () => (this.cut = false));
    this.events.addEventListener('error', () => {
      this.cut = true;
      if (this.events?.readyState === EventSource.CLOSED && !this.ended) {
        window.setTimeout(() => void this.again(), AGAIN_MILLIS);
      }
    });
  }

  /** The stream was refused, not cut: the server is another one, perhaps, and knows nothing of this session. */
  private async again(): Promise<void> {
    try {
      this.session = await signIn();
      this.listen();
    } catch (error) {
      if (error instanceof Refusal && error.code === 401) {
        this.end();
      } else {
        window.setTimeout(() => void this.again(), AGAIN_MILLIS);
      }
    }
  }

  private end(): void {
    this.ended = true;
    this.events?.close();
  }

  private followed(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.origin !== location.origin || !link.pathname.startsWith(ROOT)) {
      return;
    }
    event.preventDefault();
    link.closest('dialog')?.close();
    history.pushState(null, '', link.href);
    this.moved();
  }

  /** The page of one node's pressure is known by a parameter, so that the choice of a node is one of that page. */
  private settle(): void {
    const [, name] = /^\/console\/pressure\/([^/]+)\/?$/.exec(location.pathname) ?? [];
    if (name) {
      history.replaceState(null, '', `${ROOT}pressure?node=${name}`);
    }
    this.place = location.pathname + location.search;
  }

  private moved(): void {
    this.settle();
    this.visit++;
    void this.updateComplete.then(() => {
      window.scrollTo(0, 0);
      this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
  }

  private async leave(): Promise<void> {
    await post('logout', {});
    this.end();
  }

  private where(): { page: string; parts: string[] } {
    const [page, ...parts] = this.place.split('?')[0].slice(ROOT.length).split('/').filter(Boolean).map(decoded);
    return { page: page ?? '', parts };
  }

  override render(): TemplateResult {
    const { page, parts } = this.where();
    const name = PAGES.find(([word]) => word === page)?.[1];
    document.title = (parts.length > 0 ? parts[parts.length - 1] + ' · ' : '') + (name ?? 'Not found') + ' · Tenure';
    return html`
      <a class="skip" href="#main" @click=${this.skip}>Skip to the page</a>
      <header>
        <a class="brand" href="/console/">${LOGO}Tenure</a>
        <nav aria-label="Pages"><ul>${PAGES.map(([word, title]) => html`<li><a href="${ROOT}${word}" aria-current=${word === page ? 'page' : nothing}>${title}</a></li>`)}</ul></nav>
        ${this.session && !this.ended ? html`<div class="who"><button type="button" class="plain" aria-pressed=${exactTimes() ? 'true' : 'false'} title="Show times as dates instead of spans from now" @click=${this.times}>Exact times</button><span class="name" title="${this.session.user} at ${this.session.cluster}">${this.session.user || 'unknown user'}</span> ${this.session.leaves ? html`<button type="button" class="plain" @click=${() => void this.leave()}>Log out</button>` : nothing}</div>` : nothing}
      </header>
      ${this.cut && !this.ended ? html`<p class="banner" role="status">The connection is cut; what you see may be old. Trying again …</p>` : nothing}
      ${this.silent && !this.cut && !this.ended ? html`<p class="banner" role="status">The cluster does not answer; what you see may be old. Trying again …</p>` : nothing}
      ${this.session ? html`<p class="on-paper">${this.session.cluster}, as ${this.session.user || 'unknown user'} sees it, ${absolute(new Date(clock()).toISOString())}</p>` : nothing}
      <main id="main" tabindex="-1">${this.main(page, parts)}</main>
      <change-dialog></change-dialog>
      <change-notice></change-notice>
    `;
  }

  private times(): void {
    setExactTimes(!exactTimes());
    this.requestUpdate();
    this.querySelectorAll<LitElement>('main > *').forEach((each) => each.requestUpdate?.());
  }

  /** On a narrow screen the navigation scrolls; the page that is open is in sight. */
  protected override updated(): void {
    const here = this.querySelector<HTMLElement>('nav a[aria-current]');
    const nav = here?.closest('nav');
    if (here && nav && nav.scrollWidth > nav.clientWidth) {
      nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.clientWidth) / 2;
    }
  }

  private skip(event: Event): void {
    event.preventDefault();
    document.querySelector<HTMLElement>('main')?.focus();
  }

  private main(page: string, parts: string[]): TemplateResult {
    if (this.ended) {
      return html`<h1 tabindex="-1">Logged out</h1><p>The session has ended. Start <code>tenure console</code> again and open the address that it prints.</p>`;
    }
    if (this.failure) {
      return html`<h1 tabindex="-1">No answer</h1><p class="failure" role="alert">${this.failure.message}</p><p role="status">Trying again …</p>`;
    }
    if (!this.session) {
      return html`<p class="loading" role="status">Loading …</p>`;
    }
    return html`${keyed(this.visit, this.page(page, parts))}`;
  }

  private page(page: string, parts: string[]): TemplateResult {
    if (parts.length > 0) {
      return one(page, parts);
    }
    switch (page) {
      case '':
        return html`<overview-page></overview-page>`;
      case 'nodes':
        return html`<nodes-page></nodes-page>`;
      case 'matrix':
        return html`<matrix-page></matrix-page>`;
      case 'timeline':
        return html`<timeline-page></timeline-page>`;
      case 'pods':
        return html`<pods-page></pods-page>`;
      case 'tolerations':
        return html`<tolerations-page></tolerations-page>`;
      case 'plan':
        return html`<plan-page></plan-page>`;
      case 'pressure':
        return html`<pressure-page></pressure-page>`;
      default:
        return nowhere();
    }
  }
}

/** The page of one thing, or what is said of an address that names none. */
function one(page: string, parts: string[]): TemplateResult {
  const name = parts.join('/');
  const none = (kind: string, all: string, form: string) => html`<h1 tabindex="-1">${name}</h1>
    <div role="alert">${empty(`There is no ${kind} ${name}.`, html`The address of a ${kind} is <code>${ROOT}${page}/${form}</code>. <a href="${ROOT}${page}">${all}</a>`)}</div>`;
  switch (page) {
    case 'nodes':
      return parts.length === 1 ? html`<node-page .parts=${parts}></node-page>` : none('node', 'All nodes', 'NAME');
    case 'pods':
      return parts.length === 2 ? html`<pod-page .parts=${parts}></pod-page>` : none('pod', 'All pods', 'NAMESPACE/NAME');
    case 'tolerations':
      return parts.length === 3 ? html`<toleration-page .parts=${parts}></toleration-page>` : none('workload', 'All workloads', 'deployments/NAMESPACE/NAME');
    case 'pressure':
      return none('node', 'All nodes', 'NAME');
    default:
      return nowhere();
  }
}

function nowhere(): TemplateResult {
  return html`<h1 tabindex="-1">Not found</h1><p>There is no page of this name. <a href="/console/">Overview</a></p>`;
}

/** A part of the address that is wrongly encoded is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

customElements.define('tenure-console', TenureConsole);
