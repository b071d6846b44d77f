import { html, nothing, svg, type TemplateResult } from 'lit';
import { query } from '../api';
import { Page, type Subject } from '../page';
import { empty, nodeLink, podLink, state, table, when, type Cell } from '../parts';
import type { Condition, Eviction, Gap, PodRow } from '../types';
import { amount, clock, latestFirst, moment, plural, span } from '../words';

interface Threshold {
  kind: 'hard' | 'soft';
  value: string;
  amount?: number;
  graceSeconds: number;
  minReclaim?: string;
  met?: boolean;
  lasting: boolean;
  since?: string;
  acts?: string;
}

interface Standing {
  namespace: string;
  pod: string;
  priority: number;
  used?: number;
  requested: number;
  exceeds: boolean;
  critical: boolean;
  leaving: boolean;
}

interface Signal {
  signal: string;
  unit: string;
  condition: string;
  available?: number;
  capacity?: number;
  thresholds: Threshold[];
  reclaim?: string[];
  ranking?: Standing[];
  rankingTotal?: number;
  /** What was left from a moment on; the lowest and the highest before the next, where that was seen to move. */
  history?: [string, number, number?, number?][];
}

/** A condition that a node tells: first and last seen by itself. */
interface Told {
  type: string;
  firstSeen: string;
  lastSeen: string;
  ends: string;
}

interface Detail {
  node: string;
  watched: boolean;
  everySeconds?: number;
  looked?: string;
  transitionPeriodSeconds: number;
  maxPodGraceSeconds: number;
  layout?: string;
  conditions: Told[];
  signals: Signal[];
  deeds?: { at: string; kind: string; text: string; pod: string }[];
}

interface Nearest {
  node: string;
  conditions: string[];
  nearest: { signal: string; unit: string; available: number; threshold: number; margin: number };
}

interface Pressure {
  total: number;
  pressed: number;
  names: string[];
  nodes: { name: string; zone: string; pods?: number; conditions: Condition[] }[];
  failed: PodRow[];
  evicted?: Eviction[];
  watched?: number;
  nearest?: Nearest[];
  detail?: Detail;
}

const NAMES: Record<string, string> = {
  'memory.available': 'Memory left',
  'allocatableMemory.available': 'Memory left for pods',
  'nodefs.available': 'Disk left',
  'nodefs.inodesFree': 'Inodes left',
  'imagefs.available': 'Disk left for images',
  'imagefs.inodesFree': 'Inodes left for images',
  'containerfs.available': 'Disk left for containers',
  'containerfs.inodesFree': 'Inodes left for containers',
  'pid.available': 'Process ids left',
};
const RECLAIMS: Record<string, string> = { containers: 'containers that have ended', images: 'images that nothing uses' };
const WIDTH = 600;
const HEIGHT = 110;
/** Moments of one look lie no further apart. */
const TOGETHER = 1000;
const SPAN_MIN = 10 * 60_000;
const SPAN_MAX = 60 * 60_000;
const HINT = html`Pods of a simulated node declare what they use, for example by the annotation <code>usage.simulation.tenure.dev/memory: "2Gi"</code>; a node can also be held under pressure: <code>tenure node set NODE memory-pressure --for 5m</code>.`;

export class PressurePage extends Page<Pressure> {
  heading(): string {
    return 'Node pressure';
  }

  source(): string {
    return 'pressure' + query({ node: this.parameter('node'), namespace: this.namespace() });
  }

  override subject(): Subject | undefined {
    const name = this.parameter('node');
    return name ? { kind: 'node', name, all: 'Node pressure of all nodes', href: '/console/pressure' } : undefined;
  }

  override namespaced(): boolean {
    return true;
  }

  /** What a node measures changes without any change of objects. */
  override again(): number {
    return this.parameter('node') ? 5 : 10;
  }

  show(data: Pressure & { missing?: Gap[] }): TemplateResult {
    const wanted = this.parameter('node');
    if (data.missing?.some((each) => each.what === 'nodes')) {
      return this.evicted(data);
    }
    return html`
      <p class="lead">A node that runs short of memory, disk or process ids says so, cleans up, and then evicts pods one by one. Here is how near it is to that, and who would go first.</p>
      <form class="filter" @submit=${(event: Event) => event.preventDefault()}>
        <label>Node <input list="pressure-nodes" .value=${wanted} placeholder="choose a node" autocomplete="off" spellcheck="false" @change=${(event: Event) => this.setParameter('node', (event.target as HTMLInputElement).value.trim())} /></label>
        <datalist id="pressure-nodes">${data.names.map((each) => html`<option value=${each}></option>`)}</datalist>
        ${wanted ? html`<button type="button" @click=${() => this.setParameter('node', '')}>All nodes</button>` : nothing}
        <output>${data.pressed === 0 ? (wanted ? 'not under pressure' : `none of ${plural(data.total, 'node')} is under pressure`) : wanted ? 'under pressure' : `${plural(data.pressed, 'node')} of ${data.total.toLocaleString()} under pressure`}</output>
      </form>
      ${wanted ? this.one(wanted, data) : this.all(data)}
      ${this.evicted(data)}
    `;
  }

  private all(data: Pressure): TemplateResult {
    return html`
      <section><h2>Under pressure now</h2>
        ${data.nodes.length === 0
          ? empty('No node is under pressure.', HINT)
          : table('Nodes under pressure', [{ head: 'Node', is: 'name' }, 'Condition', { head: 'Since', is: 'time' }, 'Says', { head: 'Pods', is: 'number' }], data.nodes.flatMap((node) => node.conditions.map((each): Cell[] => [this.choose(node.name), html`<span class="pill state-pressure">${each.type}</span>`, when(each.since), each.message || each.reason, node.pods ?? '–'])))}
      </section>
      <section><h2>Nearest to a threshold</h2>
        ${data.nearest && data.nearest.length > 0
          ? table('Nodes nearest to a threshold', [{ head: 'Node', is: 'name' }, 'Signal', { head: 'Left', is: 'number' }, { head: 'Threshold', is: 'number' }, 'Room'], data.nearest.map(({ node, nearest }) => [this.choose(node), html`${NAMES[nearest.signal] ?? nearest.signal} <small>${nearest.signal}</small>`, amount(nearest.available, nearest.unit), amount(nearest.threshold, nearest.unit), nearest.margin < 0 ? html`<strong>short by ${amount(nearest.threshold - nearest.available, nearest.unit)}</strong>` : amount(nearest.available - nearest.threshold, nearest.unit)]))
          : empty(data.watched === undefined ? 'This cluster does not tell what its nodes measure.' : 'No simulated node uses anything that could run short.', html`${HINT} Choose a node above to see its thresholds; the agents of <code>tenure agent</code> tell theirs too.`)}
      </section>`;
  }

  private choose(node: string): TemplateResult {
    return html`<a href="/console/pressure?node=${encodeURIComponent(node)}">${node}</a>`;
  }

  private one(name: string, data: Pressure): TemplateResult {
    const detail = data.detail;
    const conditions = data.nodes.flatMap((each) => each.conditions);
    const seen = (each: Condition) => data.detail?.conditions.some((one) => one.type === each.type);
    const head = html`<h2>${nodeLink(name)}</h2>
      ${conditions.length > 0 ? html`<div class="bar-of-state">${state('pressure')}${conditions.map((each) => html`<span><strong>${each.type}</strong> told by its status since ${when(each.since)}: ${each.message || each.reason}${data.detail && !seen(each) ? '. No signal below is short: it is held so, or was short before it was looked at' : ''}</span>`)}</div>` : nothing}`;
    if (!detail) {
      return html`<section>${head}${empty('Nobody tells what this node measures.', html`Simulated nodes of <code>tenure up</code> that run do, and agents started with <code>tenure agent</code>. Other kubelets keep it to themselves.`)}</section>`;
    }
    const chosen = detail.signals.find((each) => each.signal === this.parameter('signal')) ?? pressing(detail);
    return html`<section>${head}
      <p>${detail.watched ? html`Looked at every ${span(detail.everySeconds ?? 10)}, ${detail.looked ? html`last ${when(detail.looked)}` : 'for the first time soon'}.` : html`Nothing on this node declares what it uses, so it is not looked at; these are its numbers as they are now. ${HINT}`}
        A shortage that begins and ends between two looks the node does not see. After a shortage is over, its condition is told for ${span(detail.transitionPeriodSeconds)} more (the transition period).
        ${detail.conditions.map((each) => told(each, detail))}</p>
      <div class="signals">${detail.signals.map((each) => this.signal(each, each === chosen))}</div>
      ${chosen ? this.ranking(chosen, detail) : nothing}
      ${this.deeds(detail)}
    </section>`;
  }

  private signal(signal: Signal, chosen: boolean): TemplateResult {
    const name = NAMES[signal.signal] ?? signal.signal;
    const now = latest(signal);
    const short = signal.thresholds.some((each) => each.met);
    return html`<article class="signal ${short ? 'short' : ''}" aria-label=${name}>
      <div class="head"><h3>${name} <small>${signal.signal}</small></h3>
        <span class="left">${signal.available === undefined ? 'not measured' : html`${amount(now, signal.unit)} <small>of ${amount(signal.capacity ?? 0, signal.unit)}${amount(now, signal.unit) === amount(signal.available, signal.unit) ? '' : `; at the last look ${amount(signal.available, signal.unit)}`}</small>`}</span></div>
      ${signal.available === undefined ? nothing : drawing(signal, name)}
      <ul class="thresholds">${signal.thresholds.length === 0 ? html`<li>no threshold</li>` : signal.thresholds.map((each) => html`<li><span class="line-key ${each.kind}"></span>${threshold(each, signal.unit)}</li>`)}</ul>
      <div class="actions"><button type="button" class="plain" aria-label="Who goes first: ${name}" aria-pressed=${chosen ? 'true' : 'false'} @click=${() => this.setParameter('signal', signal.signal)}>Who goes first</button></div>
    </article>`;
  }

  private ranking(signal: Signal, detail: Detail): TemplateResult {
    const rows = signal.ranking ?? [];
    const name = (NAMES[signal.signal] ?? signal.signal).toLowerCase();
    const steps = signal.reclaim ?? [];
    return html`<h2>Who goes first: ${name}</h2>
      <p>${steps.length > 0 ? `First the node cleans up ${steps.map((each) => RECLAIMS[each] ?? each).join(' and ')}, and looks again. If it is still short, one pod is evicted, then it looks again.` : 'Nothing can be cleaned up for this signal: one pod is evicted, then the node looks again.'}
        ${signal.signal === 'pid.available' ? 'Order: lower priority first, then who runs more processes.' : 'Order: who uses more than requested first, then lower priority, then who exceeds the request by most.'}
        At a hard threshold pods get no time to stop${detail.maxPodGraceSeconds > 0 ? `, at a soft one at most ${span(detail.maxPodGraceSeconds)}` : ''}.</p>
      ${rows.length === 0
        ? empty('No pod is on this node.', 'The scheduler places pods here when it suits them best.')
        : html`${table(
            'Who goes first',
            [{ head: 'Turn', is: 'number' }, { head: 'Pod', is: 'name' }, 'Because it', { head: 'Uses', is: 'number' }, { head: 'Requests', is: 'number' }, { head: 'Priority', is: 'number' }],
            turns(rows).map(([turn, each]) => [turn, podLink(each.namespace, each.pod), reason(each, signal), each.used === undefined ? 'unknown' : amount(each.used, signal.unit), amount(each.requested, signal.unit), each.priority.toLocaleString()]),
          )}
          ${(signal.rankingTotal ?? 0) > rows.length ? html`<p>The first ${rows.length} of ${signal.rankingTotal} are shown.</p>` : nothing}`}`;
  }

  private deeds(detail: Detail): TemplateResult {
    const list = [...(detail.deeds ?? [])].reverse();
    return html`<h2>What the node did</h2>
      ${list.length === 0
        ? empty('The node had nothing to do.', 'Cleaning up, evictions, and the begin and end of pressure are told here.')
        : table('What the node did', [{ head: 'When', is: 'time' }, 'What'], list.map((each) => [when(each.at), html`${each.pod ? html`${podLink(each.pod.split('/')[0], each.pod.split('/')[1] ?? '')}: ` : nothing}${each.text}`]))}`;
  }

  private evicted(data: Pressure & { missing?: Gap[] }): TemplateResult {
    const evicted = latestFirst(data.evicted ?? []);
    const failed = data.failed.filter((pod) => !evicted.some((each) => each.uid === pod.uid));
    return html`<section><h2>Evicted by their nodes</h2>
      ${evicted.length + failed.length === 0
        ? empty(data.missing ? 'No pod that you may see was evicted because of pressure.' : 'No pod was evicted because of pressure.', 'A node evicts those first that use more than they request, and of these the ones with low priority.')
        : table('Evicted by their nodes', [{ head: 'When', is: 'time' }, { head: 'Pod', is: 'name' }, 'Node', 'Why'], [
            ...evicted.map((each): Cell[] => [when(moment(each)), podLink(each.namespace, each.pod), nodeLink(each.node), each.message ?? '']),
            ...failed.map((each): Cell[] => ['', podLink(each.namespace, each.name), nodeLink(each.node), each.message ?? '']),
          ])}
    </section>`;
  }
}

/** The signal that is short, or else the one with the least room above a threshold. */
function pressing(detail: Detail): Signal | undefined {
  const room = (each: Signal) => Math.min(...each.thresholds.map((one) => ((each.available ?? Infinity) - (one.amount ?? 0)) / Math.max(1, (each.capacity ?? 1) - (one.amount ?? 0))), Infinity);
  return [...detail.signals].sort((one, other) => room(one) - room(other))[0];
}

function threshold(limit: Threshold, unit: string): TemplateResult {
  const value = html`<strong>${limit.kind}</strong> ${limit.amount === undefined || limit.value === amount(limit.amount, unit) ? limit.value : `${limit.value} = ${amount(limit.amount, unit)}`}`;
  const grace = limit.graceSeconds > 0 ? `, for ${span(limit.graceSeconds)}` : '';
  const reclaim = limit.minReclaim ? `, over only when ${limit.minReclaim} more are left` : '';
  const now = limit.lasting ? html` — <strong>the node acts</strong>` : limit.since ? html` — met since ${when(limit.since)}${limit.acts ? html`, acts ${when(limit.acts)}` : nothing}` : '';
  return html`${value}${grace}${reclaim}${now}`;
}

/** Critical pods have no turn: they are passed over. */
function turns(rows: Standing[]): [string, Standing][] {
  let turn = 0;
  return rows.map((each) => [each.critical ? '–' : String(++turn), each]);
}

function reason(each: Standing, signal: Signal): string {
  const said: string[] = [];
  if (each.critical) {
    said.push('is critical and is passed over');
  }
  if (each.used === undefined) {
    said.push('says nothing of what it uses');
  } else if (signal.signal === 'pid.available') {
    said.push(`has priority ${each.priority.toLocaleString()} and runs ${each.used.toLocaleString()} processes`);
  } else if (each.exceeds) {
    said.push(`uses ${amount(each.used - each.requested, signal.unit)} more than it requests`);
  } else {
    said.push('uses no more than it requests');
  }
  if (each.leaving) {
    said.push('is leaving already');
  }
  return said.join('; ');
}

/** Since when a node is short by its own looks, or was, which its status tells a little later. */
function told(each: Told, detail: Detail): TemplateResult {
  const last = Date.parse(each.lastSeen);
  const lasts = last >= Date.parse(detail.looked ?? each.lastSeen) - TOGETHER;
  if (lasts) {
    return html`<strong>${each.type}</strong>: the node found itself short ${when(each.firstSeen)}, and still is by its last look. `;
  }
  const once = last - Date.parse(each.firstSeen) < TOGETHER;
  return html`<strong>${each.type}</strong>: the node found itself short ${once ? html`once, ${when(each.lastSeen)}` : html`from ${when(each.firstSeen)} to ${when(each.lastSeen)}`}${Date.parse(each.ends) > clock() ? html`; it stops telling that ${when(each.ends)}, if it does not come back` : nothing}. `;
}

function latest(signal: Signal): number {
  const last = signal.history?.[signal.history.length - 1];
  return last ? last[1] : (signal.available ?? 0);
}

/** What was left over the last minutes, with the thresholds as lines; a dip or peak between two points is a stroke. */
function drawing(signal: Signal, name: string): TemplateResult {
  const now = clock();
  const points = (signal.history ?? []).map(([at, left, least, most]): [number, number, number, number] => [Date.parse(at), left, least ?? left, most ?? left]);
  const first = points[0]?.[0] ?? now;
  const length = Math.min(SPAN_MAX, Math.max(SPAN_MIN, (now - first) * 1.05));
  const from = now - length;
  const top = Math.max(...points.map(([, , , most]) => most), signal.available ?? 0, ...signal.thresholds.map((each) => each.amount ?? 0), 1) * 1.1;
  const x = (time: number) => Math.max(0, ((time - from) / length) * WIDTH);
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const here = signal.available ?? 0;
  const begin = points.length > 0 ? points : ([[now, here, here, here]] as [number, number, number, number][]);
  let line = `M${x(begin[0][0]).toFixed(1)} ${y(begin[0][1]).toFixed(1)}`;
  for (const [at, left, least, most] of begin) {
    const moved = least === most ? '' : `V${y(least).toFixed(1)}V${y(most).toFixed(1)}`;
    line += `H${x(at).toFixed(1)}${moved}V${y(left).toFixed(1)}`;
  }
  line += `H${WIDTH}`;
  return html`<div class="level">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${name} over the last ${span(length / 1000)}: now ${amount(latest(signal), signal.unit)}, at least ${amount(Math.min(here, ...begin.map(([, , least]) => least)), signal.unit)}, ${signal.thresholds.map((each) => `${each.kind} threshold ${amount(each.amount ?? 0, signal.unit)}`).join(', ') || 'no threshold'}">
      ${points.length > 0 ? svg`<path class="area" d="${line}V${HEIGHT}H${x(begin[0][0]).toFixed(1)}Z"></path>` : nothing}
      ${signal.thresholds.map((each) => (each.amount === undefined ? nothing : svg`<line class=${each.kind} x1="0" x2=${WIDTH} y1=${y(each.amount)} y2=${y(each.amount)}></line>`))}
      <path class="curve" d=${line}></path>
    </svg>
    <div class="ticks" aria-hidden="true"><span>−${span(length / 1000)}</span><span>0 to ${amount(top, signal.unit)}</span><span>now</span></div>
  </div>`;
}

customElements.define('pressure-page', PressurePage);
