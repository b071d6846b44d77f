import { html, nothing, type TemplateResult } from 'lit';
import { GIVEN_UP, Refusal, current, foretell, path, query } from '../api';
import { state } from 'lit/decorators.js';
import { Page, type Subject } from '../page';
import { broken, empty, events, hold, nodeLink, podLink, table, taintChip, when } from '../parts';
import type { Condition, Eviction, Evictions, Gap, Lodging, PodRow, RecordedEvent, Toleration } from '../types';
import { latestFirst, moment, plural, stayText, tolerationText, verdictText } from '../words';
import { explanation, type Explanation } from './explain';
import { cause } from './overview';

interface Pods {
  total: number;
  found: number;
  namespace: string;
  pods: PodRow[];
}

interface OnePod extends PodRow {
  tolerations: Toleration[];
  conditions: Condition[];
  /** Whether the user may read its node. */
  seesNode?: boolean;
  stays?: Lodging[];
  explanation?: Explanation;
  evictions: Evictions;
  events?: RecordedEvent[];
}

const PHASES = ['Pending', 'Running', 'Succeeded', 'Failed', 'Terminating', 'Evicted'];

export class PodsPage extends Page<Pods> {
  heading(): string {
    return 'Pods';
  }

  source(): string {
    return 'pods' + query({ namespace: this.namespace(), q: this.parameter('q'), phase: this.parameter('phase'), node: this.parameter('node'), limit: this.parameter('limit') });
  }

  override namespaced(): boolean {
    return true;
  }

  show(data: Pods & { missing?: Gap[] }): TemplateResult {
    return html`
      <form class="filter" role="search" @submit=${(event: Event) => event.preventDefault()}>
        <label>Search <input type="search" .value=${this.parameter('q')} placeholder="namespace/name" @input=${(event: Event) => this.setParameter('q', (event.target as HTMLInputElement).value)} /></label>
        ${current()?.namespace ? nothing : this.namespaceField()}
        <label>Phase
          <select @change=${(event: Event) => this.setParameter('phase', (event.target as HTMLSelectElement).value)}>
            <option value="">All</option>
            ${PHASES.map((each) => html`<option ?selected=${this.parameter('phase') === each}>${each}</option>`)}
          </select>
        </label>
        <label>Node <input .value=${this.parameter('node')} placeholder="all" @change=${(event: Event) => this.setParameter('node', (event.target as HTMLInputElement).value.trim())} /></label>
        <output>${data.found === data.total ? plural(data.total, 'pod') : `${data.found.toLocaleString()} of ${plural(data.total, 'pod')}`}${data.namespace ? ` in namespace ${data.namespace}` : ''}</output>
      </form>
      ${data.missing?.some((each) => each.what === 'pods')
        ? nothing
        : data.total === 0
        ? empty('There are no pods.', html`Make some: <code>kubectl create deployment web --image=nginx --replicas=3</code>`)
        : data.pods.length === 0
          ? empty('No pod matches.', 'Change the search, the phase or the node.')
          : html`${table(
              'Pods',
              [{ head: 'Name', is: 'name' }, 'Phase', 'Node', 'Owner', { head: 'Created', is: 'time' }],
              data.pods.map((each) => [podLink(each.namespace, each.name), each.phase, each.node ? nodeLink(each.node) : html`<span class="quiet whole">none yet</span>`, each.owner || html`<span class="quiet">none</span>`, when(each.created)]),
            )}
              ${data.found > data.pods.length ? html`<p>${data.pods.length} are shown. <button type="button" @click=${() => this.setParameter('limit', '500')}>Show up to 500</button> or search.</p>` : nothing}`}
    `;
  }
}

export class PodPage extends Page<OnePod> {
  /** What the scheduler of a copy says. */
  @state() private worked?: Explanation;
  @state() private underWay?: AbortController;
  @state() private refusal = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.underWay?.abort();
  }

  heading(): string {
    return this.parts.join('/');
  }

  source(): string {
    return 'pods/' + path(...this.parts);
  }

  /** What holds it changes while neither it nor its node does. */
  override again(): number {
    return 10;
  }

  override subject(): Subject {
    return { kind: 'pod', name: this.heading(), all: 'All pods', href: '/console/pods' };
  }

  show(data: OnePod): TemplateResult {
    return html`
      <dl class="facts">
        <div><dt>Phase</dt><dd>${data.phase}</dd></div>
        <div><dt>Node</dt><dd>${data.node ? nodeLink(data.node) : 'none yet'}</dd></div>
        <div><dt>Owner</dt><dd>${data.owner || 'none'}</dd></div>
        <div><dt>Priority</dt><dd>${data.priority}</dd></div>
        <div><dt>QoS class</dt><dd>${data.qos}</dd></div>
        <div><dt>Made</dt><dd>${when(data.created)}</dd></div>
      </dl>
      ${data.message ? html`<p>${data.message}</p>` : nothing}
      <section><h2>${data.node ? 'Why here' : 'Why nowhere'}</h2>${data.explanation ? explanation(data.explanation, data.node) : this.unexplained(data)}</section>
      <section><h2>Stay</h2>${this.stays(data)}</section>
      <section><h2>Tolerations</h2><ul class="names">${data.tolerations.length === 0 ? html`<li>none</li>` : data.tolerations.map((each) => html`<li><code>${broken(tolerationText(each))}</code></li>`)}</ul></section>
      <section><h2>History</h2>
        ${data.conditions.length === 0 ? html`<p class="quiet">The pod has no conditions: no kubelet has taken it.</p>` : table('Conditions', [{ head: 'Condition', is: 'name' }, 'Status', { head: 'Since', is: 'time' }, 'Reason'], data.conditions.map((each) => [each.type, each.status, when(each.since), `${each.reason} ${each.message}`]))}
        <h3>Events</h3>${events(data.events)}
        ${data.evictions.past.length > 0 ? html`<h3>Evictions of this name</h3><ul class="names">${latestFirst(data.evictions.past).map((each) => html`<li>${when(each.at)} from ${nodeLink(each.node)} because of ${cause(each)}</li>`)}</ul>` : nothing}
      </section>
    `;
  }

  private unexplained(data: OnePod): TemplateResult {
    if (this.worked) {
      return html`<p class="quiet">A copy of the cluster, with a scheduler that is configured as usual, says:</p>${explanation(this.worked, data.node)}`;
    }
    const ended = data.ended;
    return html`<p class="quiet">${ended ? 'The pod has ended: no scheduler counts it.' : 'The scheduler of this cluster does not say.'}</p>${unscheduled(data)}
      ${ended
        ? nothing
        : this.underWay
          ? html`<p role="status">The cluster is copied … <button type="button" @click=${() => this.underWay?.abort()}>Cancel</button></p>`
          : html`<button type="button" @click=${() => void this.ask()}>Ask the scheduler of a copy</button>`}
      ${this.refusal ? html`<p class="failure" role="alert">${this.refusal}</p>` : nothing}`;
  }

  private async ask(): Promise<void> {
    const asked = new AbortController();
    this.underWay = asked;
    this.refusal = '';
    try {
      this.worked = await foretell<Explanation>('explain', { namespace: this.parts[0], name: this.parts[1] }, asked.signal);
    } catch (failed) {
      this.refusal = failed instanceof Refusal && failed.reason === GIVEN_UP ? '' : String((failed as Error).message);
    } finally {
      this.underWay = undefined;
    }
  }

  private stays(data: OnePod): TemplateResult {
    const [coming] = data.evictions.coming;
    if (data.ended) {
      return html`<p>It has ended.</p>`;
    }
    if (!data.node) {
      return html`<p>It is on no node yet.</p>`;
    }
    return html`${coming ? html`<p class="summary">${leaves(coming)}</p>` : nothing}
      ${data.stays && data.stays.length > 0
        ? html`<ul class="names">${data.stays.map((each) => html`<li><code>${each.taint}</code>: ${each.verdict === 'places' ? 'tolerated for good' : verdictText(each)}${each.policy ? html` <small>by policy ${each.policy}</small>` : each.toleration ? html` <small>tolerated by ${each.toleration}</small>` : nothing}</li>`)}</ul>`
        : data.seesNode === false
          ? html`<p>You may not read its node: whether it has taints that end the stay is not known.</p>`
          : data.phase === 'Terminating'
            ? html`<p>It is leaving.</p>`
            : html`<p>Its node has no taints: it may stay as long as it likes.</p>`}`;
  }
}

/** When it leaves, or what keeps it although it should have left. */
function leaves(coming: Eviction): TemplateResult {
  const because = html`because of ${taintChip(coming.taint ?? '')}`;
  if (coming.held) {
    return html`Should have left ${when(moment(coming))} ${because}; ${hold(coming)}.`;
  }
  if (coming.taintGoes) {
    return html`Stays: the taint ${taintChip(coming.taint ?? '')} goes ${when(coming.taintGoes)}, before its stay is over.`;
  }
  return html`Leaves ${when(moment(coming))} ${because}${coming.stay ? `, ${stayText(coming)}` : nothing}.`;
}

function unscheduled(data: OnePod): TemplateResult | typeof nothing {
  const condition = data.conditions.find((each) => each.type === 'PodScheduled' && each.status === 'False');
  return condition ? html`<p>${condition.message}</p>` : nothing;
}

customElements.define('pods-page', PodsPage);
customElements.define('pod-page', PodPage);
