import { html, nothing, type TemplateResult } from 'lit';
import { path } from '../api';
import { Page } from '../page';
import { STATES, empty, nodeLink, podLink, when } from '../parts';
import type { Eviction, Evictions } from '../types';
import { latestFirst, moment, plural } from '../words';

interface Rate {
  region: string;
  zone: string;
  state: string;
  ready: number;
  notReady: number;
  nodesPerSecond: number;
  waiting: number;
}

interface Overview {
  nodes: Record<string, number> & { total: number };
  pods: { total: number; pending: number; running: number; leaving: number };
  zones: { zone: string; nodes: [string, string][] }[];
  rates?: Rate[];
  evictions?: Evictions;
}

const CELLS_BY_KEYBOARD_MAX = 100;

export class OverviewPage extends Page<Overview> {
  heading(): string {
    return 'Overview';
  }

  source(): string {
    return 'overview';
  }

  show(data: Overview): TemplateResult {
    return html`
      <ul class="counts" aria-label="Counts">
        ${this.count(data.nodes.total, 'nodes', '/console/nodes')}
        ${Object.keys(STATES).map((each) => (data.nodes[each] ? this.count(data.nodes[each], STATES[each].toLowerCase(), `/console/nodes?state=${each}`, each) : nothing))}
        ${this.count(data.pods.total, 'pods', '/console/pods')}
        ${data.pods.pending ? this.count(data.pods.pending, 'pending', '/console/pods?phase=Pending', 'pressure') : nothing}
        ${data.pods.leaving ? this.count(data.pods.leaving, 'leaving', '/console/pods?phase=Terminating', 'not-ready') : nothing}
      </ul>
      <section>
        <h2>Zones</h2>
        ${data.nodes.total === 0
          ? empty('There are no nodes.', html`Start some: <code>tenure up --nodes 12 --zones 3</code>, or let kubelets join.`)
          : html`<div class="zones">${data.zones.map((each) => this.zone(each, data))}</div>
              <ul class="legend" aria-label="Colours">${Object.entries(STATES).map(([word, name]) => html`<li><span class="cell cell-${word}"></span>${name}</li>`)}</ul>`}
      </section>
      ${data.evictions ? this.evictions(data.evictions) : html`<section><h2>Evictions</h2>${empty('This cluster does not tell of its evictions.', 'Only a cluster of `tenure up`, or its taint eviction controller, does. Nodes, pods and the matrix are shown all the same.')}</section>`}
    `;
  }

  private count(count: number, what: string, href: string, word = ''): TemplateResult {
    return html`<li class=${word ? 'edge edge-' + word : ''}><a href=${href}><strong>${count.toLocaleString()}</strong> ${what}</a></li>`;
  }

  private zone(zone: Overview['zones'][0], data: Overview): TemplateResult {
    const rate = data.rates?.find((each) => each.zone === zone.zone);
    const few = data.nodes.total <= CELLS_BY_KEYBOARD_MAX;
    return html`<article class="zone">
      <h3><a href="/console/nodes?q=${encodeURIComponent(zone.zone)}">${zone.zone || 'No zone'}</a> <small>${plural(zone.nodes.length, 'node')}</small></h3>
      <div class="cells">
        ${zone.nodes.map(([name, word]) => html`<a class="cell cell-${word}" href="/console/nodes/${path(name)}" tabindex=${few ? 0 : -1} title="${name}: ${STATES[word]}" aria-label="${name}: ${STATES[word]}"></a>`)}
      </div>
      ${rate ? html`<p class="rate">${rateText(rate)}</p>` : nothing}
    </article>`;
  }

  private evictions(told: Evictions): TemplateResult {
    return html`<div class="columns">
      <section>
        <h2>Next evictions</h2>
        ${told.coming.length === 0
          ? empty('No pod is about to leave.', html`Taint a node with NoExecute on the page <a href="/console/nodes">Nodes</a> and see who would.`)
          : html`${this.table(told.coming, 'Leaves')}${more(told.coming.length, told.comingTotal)}`}
      </section>
      <section>
        <h2>Recent evictions</h2>
        ${told.past.length === 0 ? empty('No pod has left its node before its time.', 'What happens is remembered for seven days.') : html`${this.table(latestFirst(told.past), 'Left')}${more(told.past.length, told.pastTotal)}`}
      </section>
    </div>`;
  }

  private table(rows: Eviction[], head: string): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${head}><table>
      <thead><tr><th scope="col">${head}</th><th scope="col">Pod</th><th scope="col">Node</th><th scope="col">Because of</th></tr></thead>
      <tbody>${rows.map((each) => html`<tr><td class="time">${when(moment(each))}</td><td>${podLink(each.namespace, each.pod)}</td><td>${nodeLink(each.node)}</td><td>${cause(each)}</td></tr>`)}</tbody>
    </table></div>`;
  }
}

export function cause(each: Eviction): TemplateResult {
  if (each.taint) {
    return html`<code class="chip effect-NoExecute">${each.taint}</code>`;
  }
  return html`${CAUSES[each.cause ?? ''] ?? each.cause ?? ''}${each.message ? html` <small>${each.message}</small>` : nothing}`;
}

const CAUSES: Record<string, string> = {
  taint: 'a taint',
  'node-pressure': 'pressure on the node',
  'local-storage': 'its own limit of local storage',
  'node-shutdown': 'shutdown of the node',
  api: 'an eviction through the API',
  preemption: 'a pod of higher priority',
  'pod-gc': 'the end of its node',
};

function rateText(rate: Rate): string {
  const reasons: Record<string, string> = {
    Normal: 'Normal',
    PartialDisruption: 'Partial disruption: more than half of the nodes are not ready',
    FullDisruption: 'Full disruption: no node is ready, evictions are paused',
  };
  const speed = rate.nodesPerSecond > 0 ? `at most one node every ${Math.round(1 / rate.nodesPerSecond)} s is emptied` : 'evictions are paused';
  return `${reasons[rate.state] ?? rate.state}; ${speed}${rate.waiting ? `; ${plural(rate.waiting, 'node')} waiting` : ''}.`;
}

function more(shown: number, total: number): TemplateResult | typeof nothing {
  return total > shown ? html`<p><a href="/console/timeline">All ${total.toLocaleString()} on the timeline</a></p>` : nothing;
}

customElements.define('overview-page', OverviewPage);
