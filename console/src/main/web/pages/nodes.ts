import { html, nothing, type TemplateResult } from 'lit';
import { current, path, query } from '../api';
import { startChange } from '../change';
import { Page, type Subject } from '../page';
import { STATES, chip, copyButton, empty, events, hold, nodeLink, podLink, state, table, taints, when, whole } from '../parts';
import type { Condition, Eviction, Gap, NodeRow, PodRow, RecordedEvent, Taint } from '../types';
import { departure, latestFirst, moment, plural, stayText, taintText, verdictText } from '../words';
import { cause } from './overview';

interface Nodes {
  total: number;
  found: number;
  nodes: NodeRow[];
}

interface OneNode extends NodeRow {
  /** Absent for who may not list nodes, as all is that the node itself says. */
  conditions?: Condition[];
  allocatable: Record<string, string>;
  podsHere: PodRow[];
  past?: Eviction[];
  events?: RecordedEvent[];
}

export const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export class NodesPage extends Page<Nodes> {
  heading(): string {
    return 'Nodes';
  }

  source(): string {
    return 'nodes' + query({ q: this.parameter('q'), state: this.parameter('state'), limit: this.parameter('limit') });
  }

  show(data: Nodes & { missing?: Gap[] }): TemplateResult {
    return html`
      <form class="filter" role="search" @submit=${(event: Event) => event.preventDefault()}>
        <label>Search <input type="search" .value=${this.parameter('q')} placeholder="name, zone or taint" @input=${(event: Event) => this.setParameter('q', (event.target as HTMLInputElement).value)} /></label>
        <label>State
          <select .value=${this.parameter('state')} @change=${(event: Event) => this.setParameter('state', (event.target as HTMLSelectElement).value)}>
            <option value="">All</option>
            ${Object.entries(STATES).map(([word, name]) => html`<option value=${word} ?selected=${this.parameter('state') === word}>${name}</option>`)}
          </select>
        </label>
        <output>${data.found === data.total ? plural(data.total, 'node') : `${data.found.toLocaleString()} of ${plural(data.total, 'node')}`}</output>
      </form>
      ${data.missing?.some((each) => each.what === 'nodes')
        ? nothing
        : data.total === 0
        ? empty('There are no nodes.', html`Let kubelets join, or add simulated ones to a <code>tenure up</code>: <code>tenure node add --count 12 --zones 3</code>.`)
        : data.nodes.length === 0
          ? empty('No node matches.', 'Change the search or the state.')
          : html`${table(
              'Nodes',
              [{ head: 'Name', is: 'name' }, 'State', 'Zone', 'Taints', { head: 'Pods', is: 'number' }, { head: 'Created', is: 'time' }],
              data.nodes.map((each) => [html`${nodeLink(each.name)}`, state(each.state), each.zone ? whole(each.zone) : html`<span class="quiet">none</span>`, taints(each.taints), html`${each.pods ?? '–'}${each.podsMax ? html`<span class="quiet"> / ${each.podsMax}</span>` : nothing}`, when(each.created)]),
            )}
              ${data.found > data.nodes.length ? html`<p>${data.nodes.length} are shown. <button type="button" @click=${() => this.setParameter('limit', '500')}>Show up to 500</button> or search.</p>` : nothing}`}
    `;
  }
}

export class NodePage extends Page<OneNode> {
  heading(): string {
    return this.parts[0];
  }

  source(): string {
    return 'nodes/' + path(this.parts[0]) + query({ namespace: this.namespace() });
  }

  /** What policies hold and what rules of readiness say changes while neither node nor pods do. */
  override again(): number {
    return 10;
  }

  override subject(): Subject {
    return { kind: 'node', name: this.parts[0], all: 'All nodes', href: '/console/nodes' };
  }

  override namespaced(): boolean {
    return true;
  }

  show(data: OneNode): TemplateResult {
    if (!data.conditions) {
      return this.podsHere(data);
    }
    const may = current()?.may.nodes ?? true;
    return html`
      <div class="bar-of-state">${state(data.state)} ${data.zone ? html`<span>in zone <a href="/console/nodes?q=${encodeURIComponent(data.zone)}">${data.zone}</a></span>` : nothing} ${data.simulated ? html`<span class="quiet">simulated</span>` : nothing} <a href="/console/pressure?node=${encodeURIComponent(data.name)}">Node pressure</a> <a href="/console/timeline?node=${encodeURIComponent(data.name)}">Timeline</a></div>
      <div class="actions">
        ${data.unschedulable
          ? html`<button type="button" ?disabled=${!may} @click=${() => void startChange('Uncordon', { kind: 'uncordon', node: data.name })}>Uncordon …</button>`
          : html`<button type="button" ?disabled=${!may} @click=${() => void startChange('Cordon', { kind: 'cordon', node: data.name })}>Cordon …</button>`}
        <button type="button" ?disabled=${!may} @click=${() => void startChange('Drain', { kind: 'drain', node: data.name })}>Drain …</button>
        ${data.simulated
          ? data.stopped
            ? html`<button type="button" ?disabled=${!may} @click=${() => void startChange('Start the node', { kind: 'start', node: data.name })}>Start …</button>`
            : html`<button type="button" ?disabled=${!may} @click=${() => void startChange('Stop the node', { kind: 'stop', node: data.name })}>Stop …</button>`
          : nothing}
      </div>
      ${may ? nothing : html`<p class="quiet">You may read nodes but not change them.</p>`}
      <section>
        <h2>Taints</h2>
        ${data.taints.length === 0
          ? html`<p class="quiet">This node has no taints: every pod is welcome.</p>`
          : html`<ul class="taints">${data.taints.map((each) => this.taint(data, each, may))}</ul>`}
        ${may ? html`<taint-editor .node=${data.name}></taint-editor>` : nothing}
      </section>
      ${this.podsHere(data)}
      <section>
        <h2>Conditions</h2>
        ${table('Conditions', [{ head: 'Type', is: 'name' }, 'Status', { head: 'Since', is: 'time' }, 'Reason', 'Message'], data.conditions.map((each) => [each.type, each.status, when(each.since), each.reason, each.message]))}
      </section>
      <section>
        <h2>Capacity for pods</h2>
        <dl class="facts">${Object.entries(data.allocatable).map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl>
      </section>
      <section><h2>Events</h2>${events(data.events)}</section>
      ${data.past && data.past.length > 0
        ? html`<section><h2>Left this node early</h2><ul class="names">${latestFirst(data.past).slice(0, 20).map((each) => html`<li>${when(each.at)} ${podLink(each.namespace, each.pod)} because of ${cause(each)}</li>`)}</ul></section>`
        : nothing}
    `;
  }

  private podsHere(data: OneNode): TemplateResult {
    const keepsOff = data.conditions !== undefined && data.taints.some((taint) => taint.effect === 'NoSchedule' || taint.effect === 'NoExecute');
    const comes = keepsOff ? 'Only pods that tolerate its taints may come.' : 'The scheduler places pods here when it suits them best.';
    const none = data.unschedulable ? 'The node is cordoned.' : comes;
    return html`<section>
      <h2>Pods here <small>${data.pods}</small></h2>
      ${data.podsHere.length === 0 ? empty('No pod runs here.', none) : this.pods(data)}
    </section>`;
  }

  private taint(data: OneNode, taint: Taint, may: boolean): TemplateResult {
    const remove = () => void startChange('Remove the taint', { kind: 'untaint', node: data.name, key: taint.key, effect: taint.effect });
    return html`<li>${chip(taintText(taint), taint.effect)} ${taint.timeAdded ? html`<small>added ${when(taint.timeAdded)}</small>` : nothing} ${taint.until ? html`<small>goes ${when(taint.until)}</small>` : nothing} ${taint.account ? html`<small>${taint.account}</small>` : nothing} ${taint.why ? html`<small>${taint.why}</small>` : nothing}
      ${may ? html`<button type="button" class="plain" aria-label="Remove the taint ${taintText(taint)}" @click=${remove}>Remove …</button>` : nothing}
      ${taint.command ? copyButton(taint.command) : nothing}</li>`;
  }

  private pods(data: OneNode): TemplateResult {
    return html`${table(
      'Pods here',
      [{ head: 'Pod', is: 'name' }, 'Phase', 'Stay on this node', 'Owner', { head: 'Created', is: 'time' }],
      data.podsHere.map((each) => [podLink(each.namespace, each.name), each.phase, stay(each), each.owner, when(each.created)]),
    )}
    ${(data.pods ?? 0) > data.podsHere.length ? html`<p>${data.podsHere.length} of ${data.pods} are shown. <a href="/console/pods?node=${encodeURIComponent(data.name)}">All</a></p>` : nothing}`;
  }
}

/** How long a pod may stay where it is. */
export function stay(pod: PodRow): TemplateResult {
  if (pod.leaves) {
    if (pod.leaves.taintGoes) {
      return html`stays <small>the taint ${pod.leaves.taint ?? ''} goes ${when(pod.leaves.taintGoes)}, before its stay is over</small>`;
    }
    return html`${departure(pod.leaves)} ${when(moment(pod.leaves))} <small>because of ${pod.leaves.taint ?? 'a taint'}${pod.leaves.held ? html`, ${hold(pod.leaves)}` : pod.leaves.stay ? `, ${stayText(pod.leaves)}` : pod.stay?.policy ? `, until then policy ${pod.stay.policy} lets it stay` : nothing}</small>`;
  }
  if (pod.ended) {
    return html`<span class="quiet">has ended</span>`;
  }
  if (pod.phase === 'Terminating') {
    return html`is leaving`;
  }
  const stay = pod.stay;
  if (!stay) {
    return html`<span class="quiet">not known</span>`;
  }
  if (stay.verdict === 'places' || stay.verdict === 'avoids' || stay.verdict === 'refuses') {
    return html`as long as it likes${stay.policy ? html` <small>policy ${stay.policy} lets it stay</small>` : nothing}`;
  }
  return html`${verdictText({ ...stay, refusing: undefined })} <small>${stay.taint}${stay.policy ? `, policy ${stay.policy}` : ''}</small>`;
}

customElements.define('nodes-page', NodesPage);
customElements.define('node-page', NodePage);
