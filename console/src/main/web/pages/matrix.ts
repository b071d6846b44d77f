import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { query } from '../api';
import { Page } from '../page';
import { broken, empty, nodeLink } from '../parts';
import { noteFocus, rove } from '../roving';
import type { Gap, Lodging, Taint, Toleration } from '../types';
import { plural, taintText, tolerationText, verdictText } from '../words';

interface Row {
  nodes: number;
  taints: Taint[];
  /** Policies that are about one of the taints: they may hold pods, have them stay, or have old ones leave. */
  policies?: { policy: string; taint: string; says: string }[];
  names: string[];
  cells: Lodging[];
}

interface Column {
  pods: number;
  tolerations: Toleration[];
  names: string[];
}

interface Matrix {
  rowsTotal: number;
  columnsTotal: number;
  rows: Row[];
  columns: Column[];
}

export class MatrixPage extends Page<Matrix> {
  heading(): string {
    return 'Matrix';
  }

  source(): string {
    return 'matrix' + query({ namespace: this.namespace() });
  }

  override namespaced(): boolean {
    return true;
  }

  show(data: Matrix & { missing?: Gap[] }): TemplateResult {
    if (data.missing?.some((each) => each.what === 'nodes' || each.what === 'pods')) {
      return half(data);
    }
    if (data.rows.length === 0 || data.columns.length === 0) {
      return empty('There is nothing to compare yet.', html`The matrix sets the taints of nodes against the tolerations of pods. Make a pod, for example <code>kubectl create deployment web --image=nginx</code>.`);
    }
    return html`
      <p class="lead">Each row is a set of taints that nodes have, each column a class of tolerations that pods have. A cell says what becomes of such pods on such nodes<span class="keys">; choose one to see why</span>.</p>
      <div class="scroll" role="group" aria-label="Matrix" tabindex="0" @keydown=${(event: KeyboardEvent) => rove(event, '.verdict')} @focusin=${(event: FocusEvent) => noteFocus(event, '.verdict')}><table class="matrix" aria-label="Matrix">
        <thead><tr><td></td>${data.columns.map((each, index) => html`<th scope="col"><span class="letter">${letter(index)}</span> ${plural(each.pods, 'pod')} <small>${brief(each.tolerations)}</small></th>`)}</tr></thead>
        <tbody>${guard([data, this.parameter('cell')], () => data.rows.map((row, index) => this.row(data, row, index)))}</tbody>
      </table></div>
      ${data.rowsTotal > data.rows.length || data.columnsTotal > data.columns.length ? html`<p>The ${data.rows.length} most frequent of ${data.rowsTotal} sets of taints and ${data.columns.length} of ${data.columnsTotal} classes are shown.</p>` : nothing}
      <ul class="legend" aria-label="What the cells say">
        <li><span class="mark verdict-places"></span>places: pods may come and stay</li>
        <li><span class="mark verdict-avoids"></span>avoids: only when nothing better is free</li>
        <li><span class="mark verdict-leaves-after"></span>leaves after: those there leave when that time is over; new ones may come, unless it says no</li>
        <li><span class="mark verdict-refuses"></span>refuses: none may come, those already there stay</li>
        <li><span class="mark verdict-leaves-at-once"></span>leaves at once: none may come, those already there are evicted</li>
      </ul>
      ${this.why(data)}
    `;
  }

  private row(data: Matrix, row: Row, index: number): TemplateResult {
    return html`<tr>
      <th scope="row">${plural(row.nodes, 'node')} <small>${row.taints.length === 0 ? 'no taints' : row.taints.map((each) => html`<code>${broken(taintText(each))}</code> `)}${row.policies?.map((each) => html`<span class="policy">policy ${each.policy}</span> `)}</small></th>
      ${row.cells.map((cell, column) => {
        const cellKey = key(row, data.columns[column]);
        const pressed = this.parameter('cell') === cellKey;
        return html`<td><button type="button" class="verdict verdict-${cell.verdict}" tabindex=${index === 0 && column === 0 ? 0 : -1} aria-pressed=${pressed ? 'true' : 'false'} @click=${() => this.setParameter('cell', cellKey)}>${verdictText(cell)}</button></td>`;
      })}
    </tr>`;
  }

  private why(data: Matrix): TemplateResult | typeof nothing {
    const chosen = this.parameter('cell');
    const row = data.rows.find((each) => data.columns.some((column) => key(each, column) === chosen));
    const place = row ? data.columns.findIndex((column) => key(row, column) === chosen) : -1;
    const column = data.columns[place];
    const cell = row?.cells[place];
    if (!row || !column || !cell) {
      return nothing;
    }
    return html`<section class="why" aria-live="polite">
      <h2>Why: ${verdictText(cell)}</h2>
      <p>${reason(cell)}</p>
      ${row.policies ? html`<p>That is what taints and tolerations say. Policies say more of the pods that they are about, and the page of a node says it of each:</p><ul class="names">${row.policies.map((each) => html`<li>policy ${each.policy}, under <code>${broken(each.taint)}</code>: ${each.says}</li>`)}</ul>` : nothing}
      <div class="columns">
        <div><h3>${plural(row.nodes, 'node')}</h3><ul class="names">${row.names.map((each) => html`<li>${nodeLink(each)}</li>`)}</ul>${row.nodes > row.names.length ? html`<p>and ${row.nodes - row.names.length} more</p>` : nothing}</div>
        <div><h3>${plural(column.pods, 'pod')}</h3>
          <p>Tolerations:</p><ul class="names">${column.tolerations.length === 0 ? html`<li>none</li>` : column.tolerations.map((each) => html`<li><code>${broken(tolerationText(each))}</code></li>`)}</ul>
          <ul class="names">${column.names.map((each) => html`<li><a href="/console/pods/${each}">${each}</a></li>`)}</ul>${column.pods > column.names.length ? html`<p>and ${column.pods - column.names.length} more</p>` : nothing}</div>
      </div>
    </section>`;
  }
}

/** The one side that may be seen. */
function half(data: Matrix): TemplateResult {
  const tolerated = (each: Column) => html`<li>${plural(each.pods, 'pod')}: ${each.tolerations.length === 0 ? 'tolerate nothing' : each.tolerations.map((one) => html`<code>${broken(tolerationText(one))}</code> `)}</li>`;
  return html`<p class="lead">The matrix sets the taints of nodes against the tolerations of pods. Of the two you see one.</p>
    ${data.rows.length > 0 ? html`<h2>Taints of nodes</h2><ul class="names">${data.rows.map((each) => html`<li>${plural(each.nodes, 'node')}: ${each.taints.length === 0 ? 'no taints' : each.taints.map((one) => html`<code>${broken(taintText(one))}</code> `)}</li>`)}</ul>` : nothing}
    ${data.columns.length > 0 ? html`<h2>Tolerations of pods</h2><ul class="names">${data.columns.map(tolerated)}</ul>` : nothing}`;
}

/** What a cell is about, whatever row it stands in when the cluster has changed. */
function key(row: Row, column: Column): string {
  return [row.taints.map(taintText).join(','), column.tolerations.map(tolerationText).join(',')].join(' / ');
}

function reason(cell: Lodging): string {
  switch (cell.verdict) {
    case 'places':
      return 'Every taint is tolerated for good, or there is none.';
    case 'avoids':
      return `The taint ${cell.taint} is not tolerated: the scheduler takes such nodes last.`;
    case 'refuses':
      return `The taint ${cell.taint} is not tolerated: no such pod is placed there; those that run there stay.`;
    case 'leaves-at-once':
      return `The taint ${cell.taint} is not tolerated: such pods are evicted and none are placed there.`;
    case 'leaves-after':
      return `The taint ${cell.taint} is tolerated by "${cell.toleration}": such pods are evicted when that time is over. ${cell.refusing ? `The taint ${cell.refusing} is not tolerated: no new ones are placed there.` : 'New ones may come, for as long.'}`;
  }
}

function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);
}

const USUAL = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** What every pod of a DaemonSet gets for good, by the effect that it is about; the last one only with the host's network. */
const OF_DAEMONS: { [key: string]: string } = {
  'node.kubernetes.io/not-ready': 'NoExecute',
  'node.kubernetes.io/unreachable': 'NoExecute',
  'node.kubernetes.io/disk-pressure': 'NoSchedule',
  'node.kubernetes.io/memory-pressure': 'NoSchedule',
  'node.kubernetes.io/pid-pressure': 'NoSchedule',
  'node.kubernetes.io/unschedulable': 'NoSchedule',
  'node.kubernetes.io/network-unavailable': 'NoSchedule',
};

function ofDaemons(one: Toleration): boolean {
  const effect = OF_DAEMONS[one.key ?? ''];
  return effect !== undefined && effect === one.effect && one.tolerationSeconds === undefined && one.operator === 'Exists';
}

/** A class of tolerations in a few words: those that every pod, or every pod of a DaemonSet, gets are left out. */
function brief(list: Toleration[]): TemplateResult | string {
  if (list.length === 0) {
    return 'tolerate nothing';
  }
  const daemons = list.filter(ofDaemons).length >= Object.keys(OF_DAEMONS).length - 1;
  const given = daemons ? ofDaemons : (each: Toleration) => USUAL.includes(each.key ?? '') && each.tolerationSeconds === 300;
  const own = list.filter((each) => !given(each));
  if (own.length === 0) {
    return daemons ? 'default tolerations of a DaemonSet' : 'default tolerations';
  }
  return html`${daemons ? html`those of a DaemonSet;<br>` : nothing}${own.map((each, index) => html`${index > 0 ? html`;<br>` : nothing}${broken(tolerationText(each))}`)}`;
}

customElements.define('matrix-page', MatrixPage);
