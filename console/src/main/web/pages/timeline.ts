import { html, nothing, svg, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { GIVEN_UP, Refusal, current, foretell, query } from '../api';
import type { Change } from '../change';
import { because } from '../forecast';
import { fragment, linked, packed, setFragment } from '../links';
import { Page } from '../page';
import { broken, empty, nodeLink, observed, podLink, resting, table, when } from '../parts';
import type { Eviction, Evictions, Forecast } from '../types';
import { absolute, clock, departure, latestFirst, moment, plural, span, stayText } from '../words';
import { cause } from './overview';
import { plain, title } from './plan';

interface Timeline {
  evictions: Evictions;
  zones?: Record<string, string>;
  workloads?: Record<string, string>;
}

const SPANS: [string, number][] = [
  ['10 minutes', 600],
  ['1 hour', 3600],
  ['6 hours', 21600],
  ['1 day', 86400],
  ['7 days', 604800],
];
const ROWS: [string, string][] = [
  ['node', 'node'],
  ['zone', 'zone'],
  ['workload', 'workload'],
  ['namespace', 'namespace'],
  ['pod', 'pod'],
];
const WIDTH = 1000;
const LANE = 26;
const BAR = 14;
/** Of the bars of a row that has several lines, together. */
const BARS = 22;
const LINES_MAX = 4;
const HEAD = 24;
const ROWS_MAX = 80;
/** More evictions than so many, past ones and those to come each, the server does not send. */
const EVICTIONS_MAX = 2000;
/** In the fragment of the address: how many seconds have passed in the copy. */
const MOMENT = 'at';
/** A browser lets an address be written some hundred times in half a minute. */
const SETTLE_MILLIS = 400;
const STEPS: [string, number][] = [
  ['−10 min', -600],
  ['−1 min', -60],
  ['+1 min', 60],
  ['+10 min', 600],
];

/** A copy of the cluster that has gone on by itself, in simulated time, and whose clock can be moved to any moment of that. */
interface World {
  change: Change;
  /** When it was copied, in milliseconds. */
  from: number;
  result: Forecast;
  /** What a link to it holds; empty when it is too long for one. */
  link: string;
}

interface Bar {
  key: string;
  row: number;
  /** Within its row, counted from the top. */
  line: number;
  x: number;
  width: number;
  each: Eviction;
}

export class TimelinePage extends Page<Timeline> {
  @state() private chosen = '';
  @state() private world?: World;
  /** Seconds that have passed in the copy. */
  @state() private passed = 0;
  @state() private working = false;
  @state() private refusal = '';
  private underWay = new AbortController();
  private settled?: number;
  private bars: Bar[] = [];

  heading(): string {
    return 'Timeline';
  }

  /** The eviction controller is heard of later than the change that it answers to. */
  override again(): number {
    return 5;
  }

  source(): string {
    return 'timeline' + query({ node: this.parameter('node'), namespace: this.namespace(), limit: this.parameter('limit') });
  }

  override namespaced(): boolean {
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.follow();
  }

  /** A link holds the change and the moment, not what came of it: that is worked out anew. */
  private async follow(): Promise<void> {
    const text = this.parameter('world');
    const [change] = [...(await linked()), ...plain(text)];
    if (change) {
      const seconds = Number(fragment().get(MOMENT)) || 0;
      await this.copy(change);
      this.move(seconds);
    } else if (text || location.hash) {
      this.refusal = 'The link names no change that can be read.';
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.underWay.abort();
    window.clearTimeout(this.settled);
  }

  show(data: Timeline): TemplateResult {
    const all = this.world ? this.simulated(this.world, data.evictions.coming) : [...data.evictions.past, ...data.evictions.coming.filter((each) => !each.taintGoes)];
    return html`
      <p class="lead">Each bar is a pod that leaves its node before its time: it begins when its taint came and ends when the pod leaves. Point at a bar, or reach it by Tab and arrow keys, for the taint, the toleration and the deadline.</p>
      ${observed(data.evictions)}
      <form class="filter" @submit=${(event: Event) => event.preventDefault()}>
        <label>Rows by <select @change=${(event: Event) => this.setParameter('by', (event.target as HTMLSelectElement).value)}>
          ${ROWS.map(([word, name]) => html`<option value=${word} ?selected=${this.by() === word}>${name}</option>`)}</select></label>
        <label>Around now <select @change=${(event: Event) => this.setParameter('span', (event.target as HTMLSelectElement).value)}>
          ${SPANS.map(([name, seconds]) => html`<option value=${seconds} ?selected=${this.seconds() === seconds}>${name}</option>`)}</select></label>
        <label>Node <input .value=${this.parameter('node')} placeholder="all" @change=${(event: Event) => this.setParameter('node', (event.target as HTMLInputElement).value.trim())} /></label>
        ${current()?.namespace ? nothing : this.namespaceField()}
        <output>${this.counted(all, data.evictions)}</output>
      </form>
      ${this.rest(data.evictions)} ${this.clock()}
      ${this.shown(all, data)}
    `;
  }

  /** "3 evictions past, 2 to come, 1 held"; of the cluster also those that are not on the page. */
  private counted(all: Eviction[], evictions: Evictions): string {
    const unseen = (total: number, list: Eviction[]) => (this.world ? 0 : total - list.length);
    const past = all.filter((each) => each.at).length + unseen(evictions.pastTotal, evictions.past);
    const held = all.filter((each) => each.held && !each.at).length;
    const ahead = all.filter((each) => !each.at).length - held + unseen(evictions.comingTotal, evictions.coming);
    return `${plural(past, 'eviction')} past, ${ahead.toLocaleString()} to come${held ? `, ${held.toLocaleString()} held` : ''}`;
  }

  /** Of many evictions the nearest are shown, and more of them when they are asked for. */
  private rest(evictions: Evictions): TemplateResult | typeof nothing {
    const parts = [
      ...(evictions.pastTotal > evictions.past.length ? [`the latest ${evictions.past.length.toLocaleString()} of ${evictions.pastTotal.toLocaleString()} past ones`] : []),
      ...(evictions.comingTotal > evictions.coming.length ? [`the next ${evictions.coming.length.toLocaleString()} of ${evictions.comingTotal.toLocaleString()} to come`] : []),
    ];
    return this.world || parts.length === 0
      ? nothing
      : html`<p>Shown are ${parts.join(' and ')}. ${Number(this.parameter('limit')) >= EVICTIONS_MAX ? 'Choose a node or a namespace for the others.' : html`<button type="button" class="plain" @click=${() => this.setParameter('limit', String(EVICTIONS_MAX))}>Show up to ${EVICTIONS_MAX.toLocaleString()} of each</button>`}</p>`;
  }

  private shown(all: Eviction[], data: Timeline): TemplateResult {
    return all.length === 0
      ? this.world
        ? empty('No pod leaves its node in the copy.', html`Compose a change on the page <a href="/console/plan">Plan</a> and follow its link here.`)
        : data.evictions.blind
        ? empty(data.evictions.missing?.some((each) => each.what === 'events') ? 'You may not see the Events that tell of evictions.' : 'No Event tells of a pod that left its node before its time.', 'Which pods are about to, the taints of nodes would tell.')
        : empty('No pod has left its node before its time, and none is about to.', html`Taint a node with NoExecute on the page <a href="/console/nodes">Nodes</a>.`)
      : html`${this.chart(all, data)}${this.table(all)}`;
  }

  private by(): string {
    return this.parameter('by') || 'node';
  }

  private seconds(): number {
    return Number(this.parameter('span')) || 3600;
  }

  /** The moment at the middle: the cluster's, or that of the copy. */
  private now(): number {
    return this.world ? this.world.from + this.passed * 1000 : clock();
  }

  /** What leaves in the copy, as seen at the moment to which its clock was moved. */
  private simulated(world: World, coming: Eviction[]): Eviction[] {
    const known = new Map(coming.map((each) => [`${each.namespace}/${each.pod}`, each]));
    const wanted = this.parameter('node');
    const namespace = this.namespace();
    const leaving = world.result.plan.status.pods
      .filter((pod) => pod.leavesAfterSeconds !== undefined && (!wanted || pod.node === wanted) && (!namespace || pod.namespace === namespace))
      .map((pod) => {
        const leaves = pod.leavesAfterSeconds ?? 0;
        const time = new Date(world.from + leaves * 1000).toISOString();
        const real = known.get(`${pod.namespace}/${pod.name}`);
        return {
          namespace: pod.namespace,
          pod: pod.name,
          uid: '',
          node: pod.node,
          cause: because(pod),
          taint: real?.taint,
          toleration: real?.toleration ?? (pod.why.includes('tolerated for') ? pod.why : undefined),
          since: real?.since ?? (real?.held ? real.deadline : new Date(world.from).toISOString()),
          ...(leaves <= this.passed ? { at: time } : real?.held ? { deadline: real.deadline, held: { ...real.held, until: time } } : { deadline: time }),
        };
      });
    const named = new Set(leaving.map((each) => `${each.namespace}/${each.pod}`));
    const held = coming.filter((each) => each.held && !named.has(`${each.namespace}/${each.pod}`));
    return [...held.map((each) => ({ ...each, held: each.held && { ...each.held, until: undefined } })), ...leaving];
  }

  private async copy(change: Change): Promise<void> {
    this.underWay.abort();
    this.underWay = new AbortController();
    this.working = true;
    this.refusal = '';
    try {
      const from = clock();
      const result = await foretell<Forecast>('forecast', change, this.underWay.signal);
      this.world = { change, from, result, link: await packed([change]) };
      this.passed = 0;
      this.share();
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      if (error.reason !== GIVEN_UP) {
        this.refusal = error.message;
      }
    } finally {
      this.working = false;
    }
  }

  private back(): void {
    this.world = undefined;
    setFragment('');
    this.setParameter('world', '');
  }

  /** Writes into the address what is looked at. */
  private share(): void {
    if (this.world) {
      setFragment(this.world.link && this.passed > 0 ? `${this.world.link}&${MOMENT}=${Math.round(this.passed)}` : this.world.link);
    }
  }

  private end(world: World): number {
    return Math.max(60, Math.ceil(world.result.plan.status.simulatedSeconds));
  }

  private move(seconds: number): void {
    if (this.world) {
      this.passed = Math.max(0, Math.min(this.end(this.world), seconds));
      window.clearTimeout(this.settled);
      this.settled = window.setTimeout(() => this.share(), SETTLE_MILLIS);
    }
  }

  /** When something next happens in the copy. */
  private next(world: World): number | undefined {
    return world.result.plan.status.pods
      .flatMap((pod) => [pod.leavesAfterSeconds, pod.goneAfterSeconds, pod.replacement?.readyAfterSeconds])
      .filter((each): each is number => each !== undefined && each > this.passed + 0.5)
      .sort((one, other) => one - other)[0];
  }

  private clock(): TemplateResult {
    const world = this.world;
    if (!world) {
      return html`<div class="actions">
        ${this.working
          ? html`<p class="loading" role="status">The copy goes on …</p><button type="button" @click=${() => this.underWay.abort()}>Cancel</button>`
          : html`<button type="button" @click=${() => void this.copy({ kind: 'nothing' })}>Look ahead in a copy</button>
              <small>A simulated copy of the cluster goes on by itself, and its clock can be moved. The cluster is not touched.</small>`}
        ${this.refusal ? html`<p class="failure" role="alert">${this.refusal}</p>` : nothing}
      </div>`;
    }
    const next = this.next(world);
    const ready = world.result.running.reduce((count, [from, pods]) => (from <= this.passed ? pods : count), world.result.running[0][1]);
    return html`<section class="card clock" aria-label="Clock of the copy">
      <h2>A copy of the cluster: ${title(world.change)}</h2>
      <p class="quiet">Made at ${absolute(new Date(world.from).toISOString())}. What you see happens in the copy only.</p>
      <label>Clock of the copy
        <input type="range" min="0" max=${this.end(world)} step="1" .value=${String(Math.round(this.passed))} aria-valuetext="${span(this.passed)} later" @input=${(event: Event) => this.move(Number((event.target as HTMLInputElement).value))} /></label>
      <div class="actions">
        <output>${this.passed === 0 ? 'now' : '+' + span(this.passed)}</output> <span class="quiet">${absolute(new Date(this.now()).toISOString())} · ${plural(ready, 'pod')} ready</span>
      </div>
      <div class="actions">
        ${STEPS.map(([name, seconds]) => html`<button type="button" class="plain" @click=${() => this.move(this.passed + seconds)}>${name}</button>`)}
        <button type="button" class="plain" aria-disabled=${resting(next === undefined)} @click=${() => this.move(next ?? this.passed)}>To what happens next</button>
        <button type="button" class="plain" @click=${() => this.move(this.end(world))}>To the end</button>
        <button type="button" class="plain" @click=${() => this.back()}>Back to the cluster</button>
      </div>
    </section>`;
  }

  private lane(each: Eviction, data: Timeline): string {
    switch (this.by()) {
      case 'zone':
        return data.zones?.[each.node] || 'no zone';
      case 'workload':
        return data.workloads?.[each.namespace + '/' + each.pod] ?? each.namespace + '/' + each.pod.replace(/-[a-z0-9]{5}$/, '').replace(/-[a-z0-9]{6,10}$/, '');
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
    const now = this.now();
    const x = (time: number) => Math.max(0, Math.min(WIDTH, ((time - now + half) / (2 * half)) * WIDTH));
    const inside = all.filter((each) => {
      const begin = Date.parse(beginning(each) ?? '');
      return Math.abs(ending(each, now) - now) <= half || (begin < now + half && ending(each, now) > now - half);
    });
    const lanes = [...new Set(inside.map((each) => this.lane(each, data)))].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
    const shown = lanes.slice(0, ROWS_MAX);
    const rows = new Map(shown.map((each, index) => [each, index]));
    const height = HEAD + Math.max(1, shown.length) * LANE;
    const ticks = [0, 0.25, 0.5, 0.75, 1];
    this.bars = inside.flatMap((each) => {
      const row = rows.get(this.lane(each, data));
      if (row === undefined) {
        return [];
      }
      const end = x(ending(each, now));
      const from = beginning(each);
      const begin = from ? x(Date.parse(from)) : end - 4;
      return [{ key: 'bar-' + (each.uid || each.namespace + '-' + each.pod) + (each.at ? '-past' : ''), row, line: 0, x: Math.min(begin, end - 4), width: Math.max(4, end - begin), each }];
    });
    this.bars.sort((one, other) => one.row - other.row || one.x - other.x);
    const lines = stack(this.bars);
    const chosen = this.bars.find((each) => each.key === this.chosen);
    return html`<div class="chart">
      <div class="lanes" aria-hidden="true"><div class="lane-head"></div>${shown.map((each) => html`<div class="lane" title=${each}>${each}</div>`)}</div>
      <svg viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none" height=${height} role="listbox" tabindex="0" aria-label="${plural(inside.length, 'eviction')} around now; arrow keys go from one to the next"
        aria-activedescendant=${chosen ? chosen.key : nothing} @keydown=${(event: KeyboardEvent) => this.step(event)} @focus=${() => this.enter()}>
        ${shown.map((_, index) => svg`<rect class=${index % 2 ? 'stripe odd' : 'stripe'} x="0" y=${HEAD + index * LANE} width=${WIDTH} height=${LANE}></rect>`)}
        ${ticks.map((each) => svg`<line class=${each === 0.5 ? 'tick now' : 'tick'} x1=${each * WIDTH} x2=${each * WIDTH} y1=${HEAD - 6} y2=${height}></line>`)}
        ${this.bars.map((bar) => svg`<rect id=${bar.key} role="option" aria-selected=${bar === chosen ? 'true' : 'false'} aria-label=${describe(bar.each, now)} class="bar ${bar.each.at ? 'past' : bar.each.held ? 'held' : 'coming'} ${bar === chosen ? 'chosen' : ''}"
          x=${bar.x} y=${top(bar, lines)} width=${bar.width} height=${thickness(bar, lines)} @pointerenter=${() => (this.chosen = bar.key)} @click=${() => (this.chosen = bar.key)}></rect>`)}
      </svg>
      <div class="ticks" aria-hidden="true">${ticks.map((each) => html`<span>${tick(each, half, this.world ? this.passed : 0)}</span>`)}</div>
    </div>
    <ul class="legend" aria-label="Colours"><li><span class="mark past"></span>has left</li><li><span class="mark coming"></span>may stay until the end of the bar</li>${inside.some((each) => each.held) ? html`<li><span class="mark held"></span>should have left, and is held by a policy</li>` : nothing}</ul>
    ${lanes.length > ROWS_MAX ? html`<p>${ROWS_MAX} of ${lanes.length} rows are shown; choose fewer, larger ones.</p>` : nothing}
    ${this.detail(chosen, now)}`;
  }

  /** How many others lie where a bar lies, so that only the last of them can be pointed at. */
  private covered(bar: Bar): number {
    return this.bars.filter((each) => each !== bar && each.row === bar.row && each.line === bar.line && each.x < bar.x + bar.width && bar.x < each.x + each.width).length;
  }

  private detail(bar: Bar | undefined, now: number): TemplateResult {
    const each = bar?.each;
    const others = bar ? this.covered(bar) : 0;
    return html`<section class="card detail" role="status" aria-label="The chosen bar">${each
      ? html`<dl class="facts">
          <div><dt>Pod</dt><dd>${podLink(each.namespace, each.pod)}</dd></div>
          <div><dt>Node</dt><dd>${nodeLink(each.node)}</dd></div>
          <div><dt>Because of</dt><dd>${cause(each)}</dd></div>
          <div><dt>Toleration</dt><dd>${each.toleration ? broken(each.toleration) : 'none'}</dd></div>
          ${each.since ? html`<div><dt>Taint since</dt><dd>${absolute(each.since)}</dd></div>` : nothing}
          <div><dt>${each.at ? 'Left' : each.held ? 'Should have left' : 'Deadline'}</dt><dd>${absolute(moment(each))} <small>${apart(moment(each), now)}</small></dd></div>
        </dl>${others > 0 ? html`<p class="quiet">${plural(others, 'other')} in the same place: arrow keys go through them, the table below lists them.</p>` : nothing}`
      : html`<p class="quiet keys">Point at a bar, or choose one with the arrow keys: its taint, toleration and deadline are shown here.</p>`}</section>`;
  }

  /** The first time the chart has the focus, the first that is to come is chosen. */
  private enter(): void {
    if (!this.bars.some((each) => each.key === this.chosen)) {
      this.chosen = (this.bars.find((each) => !each.each.at) ?? this.bars[0])?.key ?? '';
    }
  }

  private step(event: KeyboardEvent): void {
    const place = this.bars.findIndex((each) => each.key === this.chosen);
    const here = this.bars[place];
    const jump = (ahead: Bar[]) => (here ? ahead.find((each) => each.row !== here.row) : this.bars[0]);
    const to: Record<string, () => Bar | undefined> = {
      ArrowRight: () => this.bars[place + 1],
      ArrowLeft: () => this.bars[place - 1],
      ArrowDown: () => jump(this.bars.slice(place + 1)),
      ArrowUp: () => jump(this.bars.slice(0, Math.max(0, place)).reverse()),
      Home: () => this.bars[0],
      End: () => this.bars[this.bars.length - 1],
    };
    if (event.key === 'Enter' && here) {
      event.preventDefault();
      this.querySelector<HTMLAnchorElement>('.detail a')?.click();
    } else if (to[event.key]) {
      event.preventDefault();
      this.chosen = to[event.key]()?.key ?? this.chosen;
    }
  }

  private table(all: Eviction[]): TemplateResult {
    const rows = [...all.filter((each) => !each.at), ...latestFirst(all.filter((each) => each.at))].slice(0, 200);
    return html`<h2>As a table</h2>${table(
      'Evictions',
      [{ head: 'When', is: 'time' }, { head: 'Pod', is: 'name' }, 'Node', 'Because of', 'Tolerated by'],
      rows.map((each) => [html`${departure(each)} ${this.world ? apart(moment(each), this.now()) : when(moment(each))}`, podLink(each.namespace, each.pod), nodeLink(each.node), cause(each), each.toleration ? html`${broken(each.toleration)}` : html`<span class="quiet">none</span>`]),
    )}
    ${all.length > rows.length ? html`<p>${rows.length} of ${all.length.toLocaleString()} are listed.</p>` : nothing}`;
  }
}

/** Bars of a row that overlap lie one below the other, as far as there is room. Returns how many lines each row has. */
function stack(bars: Bar[]): Map<number, number> {
  const ends = new Map<number, number[]>();
  for (const bar of bars) {
    const row = ends.get(bar.row) ?? [];
    const free = row.findIndex((end) => end <= bar.x);
    bar.line = free >= 0 ? free : row.length < LINES_MAX ? row.length : row.indexOf(Math.min(...row));
    row[bar.line] = Math.max(row[bar.line] ?? 0, bar.x + bar.width);
    ends.set(bar.row, row);
  }
  return new Map([...ends].map(([row, each]) => [row, each.length]));
}

function top(bar: Bar, lines: Map<number, number>): number {
  const all = lines.get(bar.row) === 1 ? BAR : BARS;
  return HEAD + bar.row * LANE + (LANE - all) / 2 + bar.line * thickness(bar, lines);
}

function thickness(bar: Bar, lines: Map<number, number>): number {
  const count = lines.get(bar.row) ?? 1;
  return count === 1 ? BAR : BARS / count;
}

/** Where its bar begins: when its taint came; of one that is held and tolerates nothing, when it should have left. */
function beginning(each: Eviction): string | undefined {
  return each.since ?? (each.held ? each.deadline : undefined);
}

/** Where its bar ends: when the pod left or has to leave; of one that is held now, or when that ends at the latest. */
function ending(each: Eviction, now: number): number {
  return each.held ? Math.max(now, Date.parse(each.held.until ?? '') || 0) : Date.parse(moment(each));
}

function apart(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  return Math.abs(seconds) < 1 ? 'now' : seconds < 0 ? span(-seconds) + ' ago' : 'in ' + span(seconds);
}

function tick(place: number, half: number, passed: number): string {
  const seconds = ((place - 0.5) * 2 * half) / 1000 + passed;
  return Math.abs(seconds) < 1 ? 'now' : (seconds < 0 ? '−' : '+') + span(Math.abs(seconds));
}

function describe(each: Eviction, now: number): string {
  const why = each.taint ?? each.message ?? each.cause ?? '';
  return `${each.namespace}/${each.pod} on ${each.node}: ${departure(each)} ${apart(moment(each), now)} (${absolute(moment(each))}) because of ${why}${each.held ? `, held by policy ${each.held.policy}: ${each.held.message}` : each.stay ? ', ' + stayText(each) : ''}${each.toleration ? ', tolerated by ' + each.toleration : ''}`;
}

customElements.define('timeline-page', TimelinePage);
