import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { path, query } from '../api';
import { saysTheSame } from '../forecast';
import { Page } from '../page';
import { STATES, broken, empty, hold, nodeLink, observed, podLink, stateText, table, taintChip, when } from '../parts';
import { noteFocus, rove } from '../roving';
import type { Eviction, Evictions } from '../types';
import { latestFirst, moment, plural, span, stayText } from '../words';

interface Rate {
  region: string;
  zone: string;
  state: string;
  ready: number;
  notReady: number;
  nodesPerSecond: number;
  waiting: number;
}

interface Zone {
  zone: string;
  nodes: [string, string][];
}

interface Overview {
  /** Absent for who may not see them, as `zones` and `pods` are. */
  nodes?: Record<string, number> & { total: number };
  pods?: { total: number; pending: number; running: number; failed: number; leaving: number };
  zones?: Zone[];
  rates?: Rate[];
  evictions: Evictions;
  /** Policies that hold pods, and why the first of them. */
  holding?: { policy: string; held: number; reason?: string; message?: string; extra?: number }[];
  /** Policies whose expressions cannot be answered. */
  failing?: { policy: string; message: string }[];
  /** Owners that are to make no pods for a while. */
  paused: { owner: string; until: string; retention: string; node: string; reason: string }[];
}

/** As in console.css; there, what people look for first stands before the cells of thousands of nodes. */
const NARROW = window.matchMedia('(max-width: 40rem)');
/** With more, the cells are drawn smaller. */
const CELLS_LARGE = 600;
/** From how many nodes on a zone may have a row to itself, and how many times a neighbour's it takes for that. */
const ZONE_WIDE = 100;
const ZONE_WIDE_TIMES = 4;

/** So many of the owners that are paused, so that the evictions below them are not out of sight. */
const PAUSED_MAX = 8;

export class OverviewPage extends Page<Overview> {
  heading(): string {
    return 'Overview';
  }

  /** The eviction controller is heard of later than the change that it answers to. */
  override again(): number {
    return 10;
  }

  source(): string {
    return 'overview' + query({ namespace: this.namespace() });
  }

  override namespaced(): boolean {
    return true;
  }

  show(data: Overview): TemplateResult {
    const { nodes, pods } = data;
    return html`
      <ul class="counts" aria-label="Counts">
        ${nodes
          ? html`${this.count(nodes.total, 'nodes', '/console/nodes')}
              ${Object.keys(STATES).map((each) => (nodes[each] ? this.count(nodes[each], STATES[each].toLowerCase(), `/console/nodes?state=${each}`, each) : nothing))}`
          : nothing}
        ${pods
          ? html`${this.count(pods.total, 'pods', '/console/pods')}
              ${pods.pending ? this.count(pods.pending, 'pending', '/console/pods?phase=Pending', 'pressure') : nothing}
              ${pods.failed ? this.count(pods.failed, 'failed', '/console/pods?phase=Failed', 'not-ready') : nothing}
              ${data.evictions.comingTotal ? this.count(data.evictions.comingTotal, 'to be evicted', '/console/timeline', 'tainted') : nothing}
              ${pods.leaving ? this.count(pods.leaving, 'leaving', '/console/pods?phase=Terminating', 'not-ready') : nothing}`
          : nothing}
      </ul>
      ${NARROW.matches
        ? html`${this.next(data.evictions)} ${this.policies(data)} ${this.recent(data.evictions)} ${this.zones(data)}`
        : html`${this.zones(data)} ${this.policies(data)} <div class="columns">${this.next(data.evictions)} ${this.recent(data.evictions)}</div>`}
    `;
  }

  private readonly turned = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    NARROW.addEventListener('change', this.turned);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    NARROW.removeEventListener('change', this.turned);
  }

  private policies(data: Overview): TemplateResult {
    return html`${this.holding(data)} ${this.failing(data)} ${this.paused(data)}`;
  }

  private zones(data: Overview): TemplateResult | typeof nothing {
    if (!data.nodes) {
      return nothing;
    }
    const total = data.nodes.total;
    return html`<section>
        <h2>Zones</h2>
        ${total === 0
          ? empty('There are no nodes.', html`Let kubelets join, or add simulated ones to a <code>tenure up</code>: <code>tenure node add --count 12 --zones 3</code>.`)
          : html`<p class="lead">One cell a node, coloured by the worst that is the matter with it. <span class="keys">Tab leads into a zone, arrow keys from cell to cell.</span></p>
              <ul class="legend" aria-label="Colours">${Object.entries(STATES).map(([word, name]) => html`<li><span class="mark state-${word}"></span>${name}</li>`)}</ul>
              <div class="zones ${total > CELLS_LARGE ? 'large' : ''}">${(data.zones ?? []).map((each) => this.zone(each, data))}</div>`}
      </section>`;
  }

  private count(count: number, what: string, href: string, word = ''): TemplateResult {
    return html`<li class=${word ? 'edge state-' + word : ''}><a href=${href}><strong>${count.toLocaleString()}</strong>${what}</a></li>`;
  }

  private zone(zone: Zone, data: Overview): TemplateResult {
    const rate = data.rates?.find((each) => each.zone === zone.zone);
    const zones = data.zones ?? [];
    const size = zone.nodes.length;
    // beside it, small zones would be tall and empty, and alone it would leave half of the width empty
    const wide = size > ZONE_WIDE && (zones.length === 1 || zones.some((each) => each.nodes.length * ZONE_WIDE_TIMES < size));
    // nodes are found by words that they have: those without a zone are all nodes, or no link
    const linked = zone.zone || zones.length === 1;
    return html`<article class="zone ${wide ? 'wide' : ''}">
      <h3>${linked ? html`<a href="/console/nodes?q=${encodeURIComponent(zone.zone)}">${zone.zone || 'No zone'}</a>` : html`<span>No zone</span>`} <small>${plural(zone.nodes.length, 'node')}</small></h3>
      <div class="cells" role="group" aria-label="Nodes of ${zone.zone || 'no zone'}" @keydown=${(event: KeyboardEvent) => rove(event, '.cell')} @focusin=${(event: FocusEvent) => noteFocus(event, '.cell')}>
        ${guard([data], () => zone.nodes.map(([name, word], index) => html`<a class="cell state-${word}" href="/console/nodes/${path(name)}" tabindex=${index === 0 ? 0 : -1} title="${name}: ${stateText(word)}" aria-label="${name}: ${stateText(word)}"></a>`))}
      </div>
      ${rate ? html`<p class="rate ${rate.nodesPerSecond > 0 ? '' : 'paused'}">${rateText(rate)}</p>` : nothing}
    </article>`;
  }

  private holding(data: Overview): TemplateResult | typeof nothing {
    const list = data.holding ?? [];
    return list.length === 0
      ? nothing
      : html`<section>
          <h2>Policies that hold pods</h2>
          ${table(
            'Policies that hold pods',
            [{ head: 'Policy', is: 'name' }, 'Holds', 'Why the first of them'],
            list.map((each) => [each.policy, html`${plural(each.held, 'pod')}${each.extra ? html` <small>${plural(each.extra, 'pod')} more than wanted stand in for them</small>` : nothing}`, each.message || each.reason || '']),
          )}
        </section>`;
  }

  private failing(data: Overview): TemplateResult | typeof nothing {
    const list = data.failing ?? [];
    return list.length === 0
      ? nothing
      : html`<section>
          <h2>Policies that count only in part</h2>
          <p class="lead">An expression that cannot be answered is as if its entry were not there.</p>
          ${table('Policies that count only in part', [{ head: 'Policy', is: 'name' }, 'Why'], list.map((each) => [each.policy, each.message]))}
        </section>`;
  }

  private paused(data: Overview): TemplateResult | typeof nothing {
    return data.paused.length === 0
      ? nothing
      : html`<section>
          <h2>Owners that are to make no pods</h2>
          <p class="lead">Their pods failed again and again on one node; <code>tenure evictions --loops</code> says what would end it.</p>
          ${table(
            'Owners that are to make no pods',
            [{ head: 'Owner', is: 'name' }, { head: 'Until', is: 'time' }, 'Node', 'Why its pods failed', 'Retention'],
            data.paused.slice(0, PAUSED_MAX).map((each) => [html`${broken(each.owner)}`, when(each.until), nodeLink(each.node), each.reason, each.retention]),
          )}
          ${data.paused.length > PAUSED_MAX ? html`<p>${PAUSED_MAX} of ${data.paused.length.toLocaleString()} are shown.</p>` : nothing}
        </section>`;
  }

  private next(evictions: Evictions): TemplateResult {
    return html`<section>
        <h2>Next evictions</h2>
        ${observed(evictions)}
        ${evictions.blind
          ? nothing
          : evictions.coming.length === 0
          ? empty('No pod is about to leave.', html`Taint a node with NoExecute on the page <a href="/console/nodes">Nodes</a> and see who would.`)
          : html`${this.table(evictions.coming, 'Leaves')}${more(evictions.coming.length, evictions.comingTotal)}`}
      </section>`;
  }

  private recent(evictions: Evictions): TemplateResult {
    const kept = evictions.observed ? 'Events tell of it, which servers keep for an hour.' : 'What happens is remembered for seven days.';
    return html`<section>
        <h2>Recent evictions</h2>
        ${evictions.past.length === 0 && evictions.missing?.some((each) => each.what === 'events') ? html`<p class="quiet">Not known: Events would tell of it, which you may not see.</p>` : evictions.past.length === 0 ? empty('No pod has left its node before its time.', kept) : html`${this.table(latestFirst(evictions.past), 'Left')}${more(evictions.past.length, evictions.pastTotal)}`}
      </section>`;
  }

  private table(rows: Eviction[], head: string): TemplateResult {
    return table(head === 'Leaves' ? 'Next evictions' : 'Recent evictions', [{ head, is: 'time' }, { head: 'Pod', is: 'name' }, 'Node', 'Because of'], rows.map((each) => [each.held ? html`held` : each.taintGoes ? html`stays` : when(moment(each)), podLink(each.namespace, each.pod), nodeLink(each.node), cause(each)]));
  }
}

export function cause(each: Eviction): TemplateResult {
  if (each.taint) {
    return html`${taintChip(each.taint)}${each.held ? html` <small>${hold(each)}</small>` : nothing}${each.stay && !each.held && !each.taintGoes ? html` <small>${stayText(each)}</small>` : nothing}${each.taintGoes ? html` <small>the taint goes ${when(each.taintGoes)}, before its stay is over</small>` : nothing}`;
  }
  return html`${CAUSES[each.cause ?? ''] ?? each.cause ?? ''}${each.message && !saysTheSame(each.cause ?? '', each.message) ? html` <small>${each.message}</small>` : nothing}`;
}

const CAUSES: Record<string, string> = {
  taint: 'a taint',
  'device-taint': 'a taint of a device',
  'node-pressure': 'pressure on the node',
  'local-storage': 'its own limit of local storage',
  'node-shutdown': 'shutdown of the node',
  api: 'an eviction through the API',
  preemption: 'a pod of higher priority',
  'pod-gc': 'the end of its node',
};

function rateText(rate: Rate): string {
  const lost = `${rate.notReady} of ${rate.ready + rate.notReady} nodes ${rate.notReady === 1 ? 'is' : 'are'} not ready`;
  const waits = rate.waiting ? ` ${plural(rate.waiting, 'node')} ${rate.waiting === 1 ? 'waits' : 'wait'} for that.` : '';
  if (rate.nodesPerSecond <= 0) {
    const why = rate.state === 'FullDisruption' ? 'no node is ready, so the fault is taken to be the network\u2019s' : rate.state === 'PartialDisruption' ? `${lost}, and a zone of this size is left alone then` : lost;
    return `Evictions are paused: ${why}.${waits}`;
  }
  const speed = `pods of lost nodes are evicted from at most one node every ${span(1 / rate.nodesPerSecond)}`;
  return (rate.state === 'PartialDisruption' ? `Slowed down, for ${lost}: ${speed}.` : `${rate.notReady ? lost[0].toUpperCase() + lost.slice(1) : 'Normal'}: ${speed}.`) + waits;
}

function more(shown: number, total: number): TemplateResult | typeof nothing {
  return total > shown ? html`<p><a href="/console/timeline">${total.toLocaleString()} in all: more of them on the timeline</a></p>` : nothing;
}

customElements.define('overview-page', OverviewPage);
