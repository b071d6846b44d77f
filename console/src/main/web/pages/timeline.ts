import { html, nothing, svg, type TemplateResult } from 'lit';
import { query } from '../api';
import { Page } from '../page';
import { empty, nodeLink, podLink, when } from '../parts';
import type { Eviction, Evictions } from '../types';
import { absolute, clock, latestFirst, moment, plural, relative, span } from '../words';
import { cause } from './overview';

interface Timeline {
  told: boolean;
  evictions?: Evictions;
  zones?: Record<string, string>;
}

const SPANS: [string, number][] = [
  ['10 minutes', 600],
  ['1 hour', 3600],
  ['6 hours', 21600],
  ['1 day', 86400],
  ['7 days', 604800],
];
const WIDTH = 1000;
const LANE = 26;
const BAR = 14;
const HEAD = 24;
const ROWS_MAX = 80;

export class TimelinePage extends Page<Timeline> {
  heading(): string {
    return 'Timeline';
  }

  source(): string {
    return 'timeline' + query({ node: this.parameter('node'), namespace: this.parameter('namespace') });
  }

  show(data: Timeline): TemplateResult {
    if (!data.told || !data.evictions) {
      return empty('This cluster does not tell of its evictions.', 'Only a cluster of `tenure up`, or its taint eviction controller, does.');
    }
    const all = [...data.evictions.past, ...data.evictions.coming];
    return html`
      <form class="filter" @submit=${(event: Event) => event.preventDefault()}>
        <label>Rows by <select @change=${(event: Event) => this.setParameter('by', (event.target as HTMLSelectElement).value)}>
          ${['node', 'zone', 'namespace', 'pod'].map((each) => html`<option ?selected=${this.by() === each}>${each}</option>`)}</select></label>
        <label>Around now <select @change=${(event: Event) => this.setParameter('span', (event.target as HTMLSelectElement).value)}>
          ${SPANS.map(([name, seconds]) => html`<option value=${seconds} ?selected=${this.seconds() === seconds}>${name}</option>`)}</select></label>
        <label>Node <input .value=${this.parameter('node')} placeholder="all" @change=${(event: Event) => this.setParameter('node', (event.target as HTMLInputElement).value.trim())} /></label>
        <output>${plural(data.evictions.pastTotal, 'eviction')} past, ${data.evictions.comingTotal} to come</output>
      </form>
      ${all.length === 0
        ? empty('No pod has left its node before its time, and none is about to.', html`Taint a node with NoExecute on the page <a href="/console/nodes">Nodes</a>.`)
        : html`${this.chart(all, data)}${this.table(data.evictions)}`}
    `;
  }

  private by(): string {
    return this.parameter('by') || 'node';
  }

  private seconds(): number {
    return Number(this.parameter('span')) || 3600;
  }

  private lane(each: Eviction, data: Timeline): string {
    switch (this.by()) {
      case 'zone':
        return data.zones?.[each.node] || 'no zone';
      case 'namespace':
        return each.namespace;
      case 'pod':
        return each.namespace + '/' + each.pod;
      default:
        return each.node;
    }
  }

  private chart(all: Eviction[], data: Timeline): TemplateResult {
    const half = this.seconds() * 500;
    const now = clock();
    const x = (time: number) => Math.max(0, Math.min(WIDTH, ((time - now + half) / (2 * half)) * WIDTH));
    const inside = all.filter((each) => Math.abs(Date.parse(moment(each)) - now) <= half || (each.since && Date.parse(each.since) < now + half && Date.parse(moment(each)) > now - half));
    const lanes = [...new Set(inside.map((each) => this.lane(each, data)))].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
    const shown = lanes.slice(0, ROWS_MAX);
    const height = HEAD + Math.max(1, shown.length) * LANE;
    const ticks = [0, 0.25, 0.5, 0.75, 1];
    return html`<div class="chart">
      <div class="lanes" aria-hidden="true"><div class="lane-head"></div>${shown.map((each) => html`<div class="lane" title=${each}>${each}</div>`)}</div>
      <svg viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none" height=${height} role="img" aria-label="${plural(inside.length, 'eviction')} around now; the table below lists them">
        ${shown.map((_, index) => svg`<rect class=${index % 2 ? 'stripe odd' : 'stripe'} x="0" y=${HEAD + index * LANE} width=${WIDTH} height=${LANE}></rect>`)}
        ${ticks.map((each) => svg`<line class=${each === 0.5 ? 'tick now' : 'tick'} x1=${each * WIDTH} x2=${each * WIDTH} y1=${HEAD - 6} y2=${height}></line>`)}
        ${inside.map((each) => {
          const row = shown.indexOf(this.lane(each, data));
          if (row < 0) {
            return nothing;
          }
          const end = x(Date.parse(moment(each)));
          const begin = each.since ? x(Date.parse(each.since)) : end - 4;
          const y = HEAD + row * LANE + (LANE - BAR) / 2;
          return svg`<rect class=${each.at ? 'bar past' : 'bar coming'} x=${Math.min(begin, end - 4)} y=${y} width=${Math.max(4, end - begin)} height=${BAR}><title>${describe(each)}</title></rect>`;
        })}
      </svg>
      <div class="ticks" aria-hidden="true">${ticks.map((each) => html`<span>${tick(each, half)}</span>`)}</div>
    </div>
    <ul class="legend" aria-label="Colours"><li><span class="mark past"></span>has left</li><li><span class="mark coming"></span>may stay until the end of the bar</li></ul>
    ${lanes.length > ROWS_MAX ? html`<p>${ROWS_MAX} of ${lanes.length} rows are shown; choose fewer, larger ones.</p>` : nothing}`;
  }

  private table(told: Evictions): TemplateResult {
    const rows = [...told.coming, ...latestFirst(told.past)].slice(0, 200);
    return html`<h2>As a table</h2><div class="scroll" tabindex="0" role="region" aria-label="Evictions"><table>
      <thead><tr><th scope="col">When</th><th scope="col">Pod</th><th scope="col">Node</th><th scope="col">Because of</th><th scope="col">Tolerated by</th></tr></thead>
      <tbody>${rows.map((each) => html`<tr><td class="time">${each.at ? 'left ' : 'leaves '}${when(moment(each))}</td><td>${podLink(each.namespace, each.pod)}</td><td>${nodeLink(each.node)}</td><td>${cause(each)}</td><td>${each.toleration ?? ''}</td></tr>`)}</tbody>
    </table></div>`;
  }
}

function tick(place: number, half: number): string {
  const seconds = ((place - 0.5) * 2 * half) / 1000;
  return seconds === 0 ? 'now' : (seconds < 0 ? '−' : '+') + span(Math.abs(seconds));
}

function describe(each: Eviction): string {
  const why = each.taint ?? each.cause ?? '';
  const ends = each.at ? 'left ' : 'leaves ';
  return `${each.namespace}/${each.pod} on ${each.node}: ${ends}${relative(moment(each))} (${absolute(moment(each))}) because of ${why}${each.toleration ? ', tolerated by ' + each.toleration : ''}`;
}

customElements.define('timeline-page', TimelinePage);
