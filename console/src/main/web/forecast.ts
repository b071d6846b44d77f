// A forecast as the preview of a change and the page Plan show it: in a sentence, drawn on a time axis, and in tables.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { broken, nodeLink, podLink, table } from './parts';
import type { Forecast, LeavingPod, Waiting } from './types';
import { plural, span } from './words';

const WAVES_MAX = 4;
const BARS_MAX = 40;
const WIDTH = 1000;
const LANE = 26;
const BAR = 12;
const CURVE = 90;

/** "7 pods leave: 4 at once, 3 after 5m". */
export function leaving(waves: Forecast['waves']): string {
  const count = waves.reduce((sum, each) => sum + each.pods, 0);
  if (count === 0) {
    return 'No pod leaves';
  }
  const first = waves.slice(0, WAVES_MAX).map((each) => (each.seconds === 0 ? `${each.pods.toLocaleString()} at once` : `${each.pods.toLocaleString()} after ${span(each.seconds)}`));
  const rest = waves.slice(WAVES_MAX).reduce((sum, each) => sum + each.pods, 0);
  const later = rest > 0 ? [`${rest.toLocaleString()} later, the last after ${span(waves[waves.length - 1].seconds)}`] : [];
  return `${plural(count, 'pod')} ${count === 1 ? 'leaves' : 'leave'}: ${[...first, ...later].join(', ')}`;
}

/** All of it in a few words. */
export function sentence(result: Forecast): string {
  const { effects } = result;
  const more: string[] = [];
  const add = (count: number, one: string, many: string) => {
    if (count > 0) {
      more.push(`${count.toLocaleString()} ${count === 1 ? one : many}`);
    }
  };
  add(result.kept, 'cannot leave', 'cannot leave');
  add(effects.replaced, 'is placed elsewhere', 'are placed elsewhere');
  add(effects.pending, `stays pending${why(result)}`, `stay pending${why(result)}`);
  add(effects.notReplaced, 'is not wanted elsewhere', 'are not wanted elsewhere');
  add(effects.lost, 'is lost', 'are lost');
  add(effects.dataLost, 'loses local data', 'lose local data');
  add(effects.budgetsBroken, 'disruption budget is broken', 'disruption budgets are broken');
  add(result.sparedTotal, 'pod that would have left stays', 'pods that would have left stay');
  add(result.anyway, 'more pod leaves anyway, without this change', 'more pods leave anyway, without this change');
  add(effects.budgetsBrokenAnyway, 'disruption budget is broken anyway', 'disruption budgets are broken anyway');
  return [leaving(result.waves), ...more].join('; ') + '.';
}

function why(result: Forecast): string {
  const messages = new Set(waiting(result).map((each) => each.waits.message));
  const [first] = messages;
  return messages.size === 1 && first ? ` because ${first.replace(/\.\s*$/, '')}` : '';
}

function waiting(result: Forecast): { pod: string; waits: Waiting }[] {
  const { pods, newPods } = result.plan.status;
  return [...pods, ...newPods].flatMap((each) => (each.pending ? [{ pod: `${each.namespace}/${each.pending.name || each.name}`, waits: each.pending }] : []));
}

export function forecast(result: Forecast): TemplateResult {
  return html`<div class="forecast">
    <p class="summary">${sentence(result)}</p>
    ${drawing(result)}
    ${spared(result)}
    ${pending(result)}
    ${leavers(result)}
    ${aside(result)}
  </div>`;
}

/** Who would leave without the change, and stays with it. */
function spared(result: Forecast): TemplateResult | typeof nothing {
  return result.spared.length === 0
    ? nothing
    : html`<h3>Stay instead of leaving</h3>
        ${table('Pods that stay', [{ head: 'Pod', is: 'name' }, 'Node', { head: 'Would leave', is: 'time' }, 'Because of'], result.spared.map((each) => [podLink(each.namespace, each.name), nodeLink(each.node), after(each.leavesAfterSeconds), html`${reason(each.why)}`]))}
        ${result.sparedTotal > result.spared.length ? html`<p>${result.spared.length} of ${result.sparedTotal.toLocaleString()} are shown.</p>` : nothing}`;
}

function pending(result: Forecast): TemplateResult | typeof nothing {
  const list = waiting(result);
  return list.length === 0
    ? nothing
    : html`<h3>Stay pending</h3><ul class="names">${list.slice(0, BARS_MAX).map(
        (each) => html`<li><strong>${each.pod}</strong> ${each.waits.message}${each.waits.remedies?.length ? html` <small>It would help to ${each.waits.remedies[0]}.</small>` : nothing}</li>`,
      )}</ul>`;
}

function leavers(result: Forecast): TemplateResult | typeof nothing {
  const { pods, newPods } = result.plan.status;
  if (pods.length + newPods.length === 0) {
    return nothing;
  }
  return html`${table(
      'Pods that leave or come',
      [{ head: 'When', is: 'time' }, { head: 'Pod', is: 'name' }, 'Because of', 'Then'],
      [
        ...pods.map((each) => [leaves(each), html`${podLink(each.namespace, each.name)} <small>on ${nodeLink(each.node)}</small>`, html`${reason(because(each))}${each.anyway ? html` <small>without this change too</small>` : nothing}`, then(each)]),
        ...newPods.map((each) => [each.readyAfterSeconds === undefined ? 'not ready by the end' : after(each.readyAfterSeconds), html`${each.namespace}/${each.name} <small>new</small>`, '', each.node ? html`on ${nodeLink(each.node)}` : 'stays pending']),
      ],
    )}
    ${result.podsTotal > pods.length || result.newPodsTotal > newPods.length ? html`<p>${pods.length + newPods.length} of ${(result.podsTotal + result.newPodsTotal).toLocaleString()} are shown.</p>` : nothing}`;
}

function leaves(pod: LeavingPod): string {
  return pod.leavesAfterSeconds === undefined ? 'stays' : after(pod.leavesAfterSeconds);
}

function after(seconds: number | undefined): string {
  return seconds === undefined ? '' : seconds < 0.5 ? 'at once' : 'after ' + span(seconds);
}

const CAUSES: Record<string, string> = {
  taint: 'a taint',
  'device-taint': 'a taint of a device',
  api: 'an eviction through the API',
  preemption: 'a pod of higher priority',
  'node-pressure': 'pressure on the node',
  'pod-gc': 'the end of its node',
  rejected: 'its node, which refuses it',
  'scale-down': 'fewer pods being wanted',
  'owner-gone': 'the end of its owner',
  deleted: 'its deletion',
};

/** What the API server writes at a pod that it evicts, of which the cause says the same. */
export function saysTheSame(cause: string, message: string): boolean {
  return cause === 'api' && message.startsWith('Eviction API:');
}

export function because(pod: LeavingPod): string {
  const cause = CAUSES[pod.cause] ?? pod.cause;
  return pod.why && !saysTheSame(pod.cause, pod.why) ? (pod.why.startsWith(pod.cause + ' ') ? pod.why : `${cause}: ${pod.why}`) : cause;
}

/** A reason whose taints are broken where their parts meet, and a number never from its unit. */
function reason(text: string): TemplateResult[] {
  return broken(text.replace(/(\d) s\b/g, '$1\u00a0s'));
}

function then(pod: LeavingPod): TemplateResult {
  if (pod.replacement) {
    const ready = pod.replacement.readyAfterSeconds;
    const filled = pod.replacement.filledAfterSeconds;
    return html`${pod.replacement.name} on ${nodeLink(pod.replacement.node)}, ${ready === undefined ? 'not ready by the end' : `ready ${after(ready)}`}${filled === undefined ? nothing : html` <small>another one, ready ${after(filled)}, left again</small>`}`;
  }
  if (pod.pending) {
    return html`${pod.pending.name || 'its replacement'} stays pending`;
  }
  return html`${pod.lost ? `lost: ${pod.lost.why}` : (pod.notReplaced?.why ?? '')}${pod.localData?.length ? ' (with its local data)' : ''}`;
}

/** How long the drawing reaches: a little after the last that happens. */
function end(result: Forecast): number {
  const { pods, newPods } = result.plan.status;
  const moments = [...pods.flatMap((each) => [each.leavesAfterSeconds, each.goneAfterSeconds, each.replacement?.readyAfterSeconds]), ...newPods.map((each) => each.readyAfterSeconds), result.running[result.running.length - 1][0]];
  return Math.max(10, ...moments.map((each) => each ?? 0)) * 1.08;
}

/** How many pods are ready before, during and after, and below it a bar for each pod. */
function drawing(result: Forecast): TemplateResult | typeof nothing {
  const { pods } = result.plan.status;
  if (pods.length === 0 && result.running.length < 2) {
    return nothing;
  }
  const until = end(result);
  const bars = pods.slice(0, BARS_MAX);
  // a name has no room beside its namespace, and its end is what tells pods apart
  const apart = new Set(bars.map((each) => each.namespace)).size > 1;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const counts = result.running.map(([, count]) => count);
  const [before, lowest, last] = [counts[0], Math.min(...counts), counts[counts.length - 1]];
  return html`
    <dl class="phases">
      <div><dt>Before</dt><dd>${before.toLocaleString()} ready</dd></div>
      <div><dt>During</dt><dd>${lowest < before ? html`down to ${lowest.toLocaleString()} ready` : 'never fewer'}</dd></div>
      <div><dt>After</dt><dd>${last.toLocaleString()} ready${result.plan.status.quiet ? '' : ', and more to come'}</dd></div>
    </dl>
    <div class="chart plan-chart">
      <div class="lanes" aria-hidden="true"><div class="curve-head">Pods ready</div>${bars.map((each) => html`<div class="lane" title="${each.namespace}/${each.name}">${apart ? each.namespace + '/' : ''}${each.name}</div>`)}</div>
      <svg viewBox="0 0 ${WIDTH} ${CURVE + bars.length * LANE}" height=${CURVE + bars.length * LANE} preserveAspectRatio="none" role="img" aria-label="Pods that are ready, and when pods leave and are replaced; the table below lists them">
        ${bars.map((_, index) => svg`<rect class=${index % 2 ? 'stripe' : 'stripe odd'} x="0" y=${CURVE + index * LANE} width=${WIDTH} height=${LANE}></rect>`)}
        ${ticks.map((each) => svg`<line class="tick" x1=${each * WIDTH} x2=${each * WIDTH} y1="0" y2=${CURVE + bars.length * LANE}></line>`)}
        ${curve(result, until)}
        ${bars.map((each, index) => bar(each, CURVE + index * LANE + (LANE - BAR) / 2, until))}
      </svg>
      <div class="ticks" aria-hidden="true">${ticks.map((each) => html`<span>${each === 0 ? 'now' : '+' + span(each * until)}</span>`)}</div>
    </div>
    <ul class="legend" aria-label="Colours"><li><span class="mark coming"></span>may still stay</li><li><span class="mark past"></span>leaves, and is missing</li><li><span class="mark back"></span>its replacement is ready</li></ul>
    ${pods.length > bars.length || result.podsTotal > bars.length ? html`<p class="quiet">The first ${bars.length} of ${result.podsTotal.toLocaleString()} pods are drawn.</p>` : nothing}`;
}

function curve(result: Forecast, until: number): TemplateResult {
  const counts = result.running.map(([, count]) => count);
  const top = Math.max(...counts, 1);
  const low = Math.max(0, Math.min(...counts) - Math.max(1, top * 0.05));
  const y = (count: number) => 8 + (1 - (count - low) / Math.max(1, top - low)) * (CURVE - 16);
  let path = `M0 ${y(counts[0])}`;
  for (const [seconds, count] of result.running) {
    path += `H${(seconds / until) * WIDTH}V${y(count)}`;
  }
  return svg`<path class="curve" d="${path}H${WIDTH}" vector-effect="non-scaling-stroke"></path>`;
}

function bar(pod: LeavingPod, y: number, until: number): TemplateResult | typeof nothing {
  const x = (seconds: number) => (Math.min(seconds, until) / until) * WIDTH;
  if (pod.leavesAfterSeconds === undefined) {
    return svg`<rect class="bar coming" x="0" y=${y} width=${WIDTH} height=${BAR}><title>${pod.name} stays</title></rect>`;
  }
  const leave = x(pod.leavesAfterSeconds);
  const missed = pod.replacement ? (pod.replacement.filledAfterSeconds ?? pod.replacement.readyAfterSeconds) : pod.notReplaced ? pod.goneAfterSeconds : undefined;
  const back = missed === undefined ? WIDTH : Math.max(leave + 4, x(missed));
  return svg`<g><title>${pod.namespace}/${pod.name}: leaves ${after(pod.leavesAfterSeconds)}</title>
    <rect class="bar coming" x="0" y=${y} width=${leave} height=${BAR}></rect>
    <rect class="bar past" x=${leave} y=${y} width=${back - leave} height=${BAR}></rect>
    ${pod.replacement && missed !== undefined ? svg`<rect class="bar back" x=${back} y=${y} width=${WIDTH - back} height=${BAR}></rect>` : nothing}</g>`;
}

function aside(result: Forecast): TemplateResult {
  const { budgets, services, notes } = result.plan.status;
  const hurt = services.filter((each) => each.lowestReady < each.ready);
  const touched = budgets.filter((each) => each.broken || each.lowestHealthy < each.healthy);
  return html`
    ${touched.length > 0
      ? html`<h3>Disruption budgets</h3><ul class="names">${touched.map((each) => html`<li>${each.namespace}/${each.name}: ${each.healthy} healthy, down to ${each.lowestHealthy} of ${each.desiredHealthy} wanted ${each.broken ? html`<strong>broken${each.asked ? '' : ', for taints do not ask it'}</strong>` : nothing}</li>`)}</ul>`
      : nothing}
    ${hurt.length > 0 ? html`<h3>Services</h3><ul class="names">${hurt.map((each) => html`<li>${each.namespace}/${each.name}: ${each.ready} endpoints, down to ${each.lowestReady}${each.lowestReady === 0 ? html` <strong>none</strong>` : nothing}</li>`)}</ul>` : nothing}
    ${result.nodes.length > 0
      ? html`<details><summary>Nodes before and after</summary>${table('Nodes before and after', [{ head: 'Node', is: 'name' }, { head: 'Pods before', is: 'number' }, { head: 'after', is: 'number' }], result.nodes.map((each) => [nodeLink(each.node), each.before, each.after]))}</details>`
      : nothing}
    ${notes.length > 0 ? html`<ul class="names">${notes.map((each) => html`<li>${each}</li>`)}</ul>` : nothing}
    <details><summary>What is taken for granted</summary><ul class="names">${result.plan.spec.assumptions.map((each) => html`<li><strong>${each.name}</strong> ${each.value}: ${each.meaning}</li>`)}</ul></details>`;
}
