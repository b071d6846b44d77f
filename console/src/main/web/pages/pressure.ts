import { html, nothing, type TemplateResult } from 'lit';
import { Page } from '../page';
import { empty, nodeLink, podLink, when } from '../parts';
import type { Condition, Eviction, PodRow } from '../types';
import { latestFirst, moment, plural } from '../words';

interface Pressure {
  total: number;
  pressed: number;
  nodes: { name: string; zone: string; pods: number; conditions: Condition[] }[];
  failed: PodRow[];
  evicted?: Eviction[];
}

export class PressurePage extends Page<Pressure> {
  heading(): string {
    return 'Node pressure';
  }

  source(): string {
    return 'pressure';
  }

  show(data: Pressure): TemplateResult {
    const wanted = this.parameter('node');
    const nodes = data.nodes.filter((each) => !wanted || each.name === wanted);
    return html`
      <p class="summary">${data.pressed === 0 ? `None of ${plural(data.total, 'node')} is short of memory, disk or process ids.` : `${plural(data.pressed, 'node')} of ${data.total} ${data.pressed === 1 ? 'is' : 'are'} under pressure.`}
      ${wanted ? html` Only ${nodeLink(wanted)} is shown. <a href="/console/pressure">All nodes</a>` : nothing}</p>
      ${nodes.length === 0
        ? empty('No pressure.', html`A simulated node can be held under pressure: <code>tenure node set node-1 memory-pressure --for 5m</code>; pods declare what they use by annotations such as <code>usage.simulation.tenure.dev/memory</code>.`)
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Nodes under pressure"><table>
            <thead><tr><th scope="col">Node</th><th scope="col">Signal</th><th scope="col">Since</th><th scope="col">Reason</th><th scope="col" class="number">Pods</th></tr></thead>
            <tbody>${nodes.flatMap((node) => node.conditions.map((each) => html`<tr><th scope="row">${nodeLink(node.name)}</th><td><span class="state state-pressure">${each.type}</span></td><td class="time">${when(each.since)}</td><td>${each.message || each.reason}</td><td class="number">${node.pods}</td></tr>`))}</tbody></table></div>`}
      <section><h2>Evicted by their nodes</h2>
        ${data.failed.length === 0 && (data.evicted ?? []).length === 0
          ? empty('No pod was evicted because of pressure.', 'A node evicts first the pods that use more than they request, those of low priority before others.')
          : html`<ul class="names">${data.failed.map((each) => html`<li>${podLink(each.namespace, each.name)} on ${nodeLink(each.node)} <small>${each.message ?? ''}</small></li>`)}
              ${latestFirst(data.evicted ?? []).map((each) => html`<li>${when(moment(each))} ${podLink(each.namespace, each.pod)} on ${nodeLink(each.node)} <small>${each.message ?? ''}</small></li>`)}</ul>`}
      </section>
    `;
  }
}

customElements.define('pressure-page', PressurePage);
