import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { GIVEN_UP, Refusal, foretell } from '../api';
import { documents, startChange, type Change } from '../change';
import { forecast } from '../forecast';
import { linked, packed, setFragment } from '../links';
import { Page } from '../page';
import { broken, copyButton, empty, resting } from '../parts';
import type { Forecast } from '../types';
import { plural, span } from '../words';
import { EFFECTS } from './nodes';

interface Names {
  nodes: string[];
  zones: string[];
  /** Whether the user may see what a forecast is made of. */
  forecasts: boolean;
}

interface Compared {
  change: Change;
  /** What a link to it holds; empty when it is too long for one. */
  link?: string;
  result?: Forecast;
  failure?: Refusal;
}

const KINDS: Record<string, string> = {
  taint: 'Taint a node',
  untaint: 'Remove a taint',
  cordon: 'Cordon a node',
  uncordon: 'Uncordon a node',
  drain: 'Drain a node',
  'lose-node': 'Lose a node',
  'lose-zone': 'Lose a zone',
  scale: 'Scale a workload',
  apply: 'Apply YAML',
  nothing: 'Change nothing',
};
/** What befalls a cluster; nobody makes it. */
const LOSSES = ['lose-node', 'lose-zone', 'nothing'];
const WORKLOADS = ['deployments', 'statefulsets'];

/** A change is composed and forecast; two stand side by side. Nothing is done until it is asked for. */
export class PlanPage extends Page<Names> {
  @state() private kind = 'taint';
  @state() private plans: Compared[] = [];
  @state() private working = false;
  /** Whether the address holds what is shown. */
  @state() private shared = true;
  private underWay = new AbortController();

  heading(): string {
    return 'Plan';
  }

  source(): string {
    return 'plan';
  }

  override live(): boolean {
    return false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.follow();
  }

  /** A link holds the changes, not what came of them: that is worked out anew. */
  private async follow(): Promise<void> {
    const parameters = ['change', 'with'].flatMap((name) => plain(this.parameter(name)));
    for (const change of [...(await linked()), ...parameters].slice(0, 2).reverse()) {
      await this.add(change);
    }
  }

  show(data: Names): TemplateResult {
    if (!data.forecasts) {
      return empty('Nothing can be forecast.', html`A forecast is made in a copy of the cluster, of its nodes and the pods of all namespaces. On the page <a href="/console/tolerations">Tolerations</a> changes can be made without one.`);
    }
    if (data.nodes.length === 0) {
      return empty('There are no nodes, so nothing can be forecast.', html`Let kubelets join, or add simulated ones to a <code>tenure up</code>: <code>tenure node add --count 5</code>.`);
    }
    return html`
      <p class="lead">Compose a change and see what it would do. A copy of the cluster goes on with it, in simulated time; nothing is changed until you say so. The last two stand side by side.</p>
      <form class="editor" aria-label="What to forecast" @submit=${(event: Event) => void this.compose(event)}>
        <label>Change <select name="kind" @change=${(event: Event) => (this.kind = (event.target as HTMLSelectElement).value)}>${Object.entries(KINDS).map(([word, name]) => html`<option value=${word} ?selected=${this.kind === word}>${name}</option>`)}</select></label>
        ${this.fields(data)}
        <button type="submit" class="primary" aria-disabled=${resting(this.working)}>Forecast</button>
        ${this.working ? html`<button type="button" @click=${() => this.underWay.abort()}>Cancel</button>` : nothing}
        <p class=${this.working ? 'loading' : 'unseen'} role="status">${this.working ? 'Working out what would happen …' : this.plans[0]?.result ? 'The forecast stands below.' : nothing}</p>
      </form>
      ${this.plans.length === 0 && !this.working ? empty('Nothing is forecast yet.', 'Choose a change above and press Forecast. A second one is shown beside the first.') : nothing}
      ${this.plans.length === 2 ? this.comparison(this.plans[0], this.plans[1]) : nothing}
      ${this.plans.length === 0 ? nothing : this.shared ? html`<p>${copyButton(location.href, 'Copy a link to this')}</p>` : html`<p class="quiet">A link cannot hold this: its YAML is too long. Save it for tenure apply instead.</p>`}
      <div class="columns plans">${this.plans.map((each) => this.plan(each))}</div>
    `;
  }

  private fields(data: Names): TemplateResult | typeof nothing {
    switch (this.kind) {
      case 'nothing':
        return nothing;
      case 'lose-zone':
        return html`<label>Zone <select name="zone" required>${data.zones.map((each) => html`<option>${each}</option>`)}</select></label>`;
      case 'scale':
        return html`<label>Kind <select name="resource">${WORKLOADS.map((each) => html`<option>${each}</option>`)}</select></label>
          <label>Namespace <input name="namespace" required value="default" autocomplete="off" spellcheck="false" /></label>
          <label>Name <input name="name" required autocomplete="off" spellcheck="false" /></label>
          <label>Replicas <input name="replicas" required inputmode="numeric" pattern="[0-9]+" size="5" /></label>`;
      case 'apply':
        return html`<label class="wide">YAML <textarea name="yaml" required rows="10" spellcheck="false" placeholder="apiVersion: apps/v1" aria-describedby="yaml-hint"></textarea></label>
          <p id="yaml-hint" class="hint wide">Forecast as <code>kubectl apply</code> would merge it, without <code>--server-side</code>: what was applied before and is missing here goes, what others have set stays. Give whole objects. "Make this change" uses server-side apply.</p>`;
      default:
        return html`<label>Node <input name="node" required list="plan-nodes" autocomplete="off" spellcheck="false" /></label>
          <datalist id="plan-nodes">${data.nodes.map((each) => html`<option value=${each}></option>`)}</datalist>
          ${this.kind === 'taint' || this.kind === 'untaint' ? this.taint() : nothing}`;
    }
  }

  private taint(): TemplateResult {
    return html`<label>Key <input name="key" required autocomplete="off" spellcheck="false" /></label>
      ${this.kind === 'taint' ? html`<label>Value <input name="value" autocomplete="off" spellcheck="false" placeholder="may be blank" /></label>` : nothing}
      <label>Effect <select name="effect">${EFFECTS.map((each) => html`<option ?selected=${each === 'NoExecute'}>${each}</option>`)}</select></label>`;
  }

  private plan(plan: Compared): TemplateResult {
    const { change, result } = plan;
    return html`<section class="plan"><h2>${broken(title(change))}</h2>
      ${plan.failure ? html`<p class="failure" role="alert">${plan.failure.message}</p>` : nothing}
      ${result ? html`${forecast(result)}${result.command ? html`<details class="command"><summary>As a kubectl command</summary><pre tabindex="0">${result.command}</pre>${copyButton(result.command)}</details>` : nothing}` : nothing}
      ${result ? html`<div class="actions">
        ${LOSSES.includes(change.kind) ? nothing : html`<button type="button" @click=${() => void startChange(KINDS[change.kind], change)}>Make this change …</button>`}
        ${change.kind === 'nothing' ? nothing : html`<button type="button" aria-disabled=${resting(this.working)} @click=${() => void this.save(plan)}>Save for tenure apply</button>`}
        ${plan.link ? html`<a href="/console/timeline#${plan.link}">On the timeline, with a clock to move</a>` : html`<span class="quiet">Too long to be shown on the timeline.</span>`}
      </div>` : nothing}
    </section>`;
  }

  private comparison(one: Compared, other: Compared): TemplateResult | typeof nothing {
    const [a, b] = [one.result, other.result];
    if (!a || !b) {
      return nothing;
    }
    const rows: [string, (result: Forecast) => string | number][] = [
      ['Pods that leave', (result) => result.waves.reduce((sum, each) => sum + each.pods, 0)],
      ['of them at once', (result) => result.waves.find((each) => each.seconds === 0)?.pods ?? 0],
      ['Stay instead of leaving', (result) => result.sparedTotal],
      ['Pods that cannot leave', (result) => result.kept],
      ['Placed elsewhere', (result) => result.effects.replaced],
      ['Stay pending', (result) => result.effects.pending],
      ['Not wanted elsewhere', (result) => result.effects.notReplaced],
      ['Lost', (result) => result.effects.lost],
      ['Lose local data', (result) => result.effects.dataLost],
      ['Budgets broken', (result) => result.effects.budgetsBroken],
      ['Leave anyway, without this change', (result) => result.anyway],
      ['Fewest pods ready', (result) => Math.min(...result.running.map(([, count]) => count))],
      ['Nothing more happens after', (result) => (result.plan.status.quiet ? span(result.running[result.running.length - 1][0]) : 'more than ' + span(result.plan.status.simulatedSeconds))],
    ];
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Comparison"><table class="comparison" aria-label="Comparison">
      <thead><tr><td></td><th scope="col">${broken(title(one.change))}</th><th scope="col">${broken(title(other.change))}</th></tr></thead>
      <tbody>${rows.map(([name, value]) => html`<tr class=${value(a) === value(b) ? '' : 'differs'}><th scope="row">${name}</th><td>${value(a).toLocaleString()}</td><td>${value(b).toLocaleString()}</td></tr>`)}</tbody>
    </table></div>`;
  }

  private async compose(event: Event): Promise<void> {
    event.preventDefault();
    if (this.working) {
      return;
    }
    const change: Change = { kind: this.kind };
    for (const [name, value] of new FormData(event.target as HTMLFormElement)) {
      change[name] = name === 'yaml' ? String(value) : String(value).trim();
    }
    await this.add(change);
    await this.share();
  }

  private begin(): void {
    this.underWay = new AbortController();
    this.working = true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.underWay.abort();
  }

  private async add(change: Change): Promise<void> {
    const made: Compared = { change, link: await packed([change]) };
    this.begin();
    try {
      made.result = await foretell<Forecast>('forecast', change, this.underWay.signal);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (error.reason === GIVEN_UP) {
        return;
      }
      made.failure = error;
    } finally {
      this.working = false;
    }
    this.plans = [made, ...this.plans].slice(0, 2);
  }

  /** Forecasts anew and writes that into a file: what is saved is what is shown. */
  private async save(plan: Compared): Promise<void> {
    if (this.working) {
      return;
    }
    this.begin();
    let made: Compared;
    try {
      const result = await foretell<Forecast & { file: string }>('plan-file', plan.change, this.underWay.signal);
      download(fileName(plan.change), result.file);
      made = { ...plan, result };
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (error.reason === GIVEN_UP) {
        return;
      }
      made = { ...plan, result: undefined, failure: error };
    } finally {
      this.working = false;
    }
    this.plans = this.plans.map((each) => (each === plan ? made : each));
  }

  /** Writes the changes into the address, as long as they are not too long together. */
  private async share(): Promise<void> {
    const text = await packed(this.plans.map((each) => each.change));
    history.replaceState(null, '', location.pathname);
    setFragment(text);
    this.shared = text !== '';
  }
}

/** A change that stands in an address as it is. */
export function plain(text: string): Change[] {
  try {
    const change: unknown = JSON.parse(text);
    return typeof change === 'object' && change !== null && 'kind' in change ? [change as Change] : [];
  } catch {
    return [];
  }
}

function fileName(change: Change): string {
  const word = String(change.node ?? change.zone ?? change.name ?? '');
  return [change.kind, word].filter(Boolean).join('-').replace(/[^A-Za-z0-9.-]+/g, '_') + '.plan';
}

/** @param content in Base64 */
function download(name: string, content: string): void {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function title(change: Change): string {
  const text = (name: string) => String(change[name] ?? '');
  const name = KINDS[change.kind] ?? change.kind;
  switch (change.kind) {
    case 'taint':
    case 'untaint':
      return `${name}: ${text('node')} ${text('key')}${change.value ? '=' + text('value') : ''}:${text('effect')}`;
    case 'lose-zone':
      return `${name}: ${text('zone')}`;
    case 'scale':
      return `${name}: ${text('namespace')}/${text('name')} to ${text('replicas')}`;
    case 'apply':
      return `${name}: ${plural(documents(text('yaml')), 'object')}`;
    case 'nothing':
      return name;
    default:
      return `${name}: ${text('node')}`;
  }
}

customElements.define('plan-page', PlanPage);
