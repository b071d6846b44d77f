// How times, spans, taints and tolerations are written.
import type { Eviction, Lodging, Taint, Toleration } from './types';

/** 90 → "1m30s"; the two largest units. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const units: [number, string][] = [
    [86400, 'd'],
    [3600, 'h'],
    [60, 'm'],
    [1, 's'],
  ];
  const parts: string[] = [];
  let rest = whole;
  for (const [length, unit] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 && parts.length < 2) {
      parts.push(count + unit);
    } else if (parts.length > 0) {
      break;
    }
  }
  return parts.join('') || '0s';
}

let ahead = 0;

/** Notes the cluster's clock, by which ages and times left are counted. */
export function noteClock(now: string | undefined): void {
  if (now) {
    ahead = Date.parse(now) - Date.now();
  }
}

export function clock(): number {
  return Date.now() + ahead;
}

/** "5m ago" or "in 4m52s"; empty for no time. */
export function relative(time: string | undefined): string {
  if (!time) {
    return '';
  }
  const seconds = (Date.parse(time) - clock()) / 1000;
  if (Math.abs(seconds) < 1) {
    return 'now';
  }
  return seconds < 0 ? span(-seconds) + ' ago' : 'in ' + span(seconds);
}

export function absolute(time: string | undefined): string {
  return time ? new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' }) : '';
}

const EXACT = 'tenure-exact-times';
let exact = localStorage.getItem(EXACT) === 'yes';

/** Whether the reader wants times as dates and not as spans from now. */
export function exactTimes(): boolean {
  return exact;
}

export function setExactTimes(wanted: boolean): void {
  exact = wanted;
  localStorage.setItem(EXACT, wanted ? 'yes' : 'no');
}

/** 3435973837 → "3.2Gi"; numbers of things as they are. */
export function amount(value: number, unit: string): string {
  if (unit !== 'bytes') {
    return Math.round(value).toLocaleString();
  }
  const units = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];
  let rest = value;
  let index = 0;
  while (Math.abs(rest) >= 1024 && index < units.length - 1) {
    rest /= 1024;
    index++;
  }
  return (index === 0 ? String(Math.round(rest)) : rest.toFixed(Math.abs(rest) < 10 ? 1 : 0).replace(/\.0$/, '')) + units[index];
}

export function taintText(taint: Taint): string {
  return taint.key + (taint.value ? '=' + taint.value : '') + ':' + taint.effect;
}

/** As `kubectl describe pod` writes it, and the server (TolerationText). */
export function tolerationText(each: Toleration): string {
  const operator = each.operator === 'Exists' && !each.value ? 'op=Exists' : each.operator === 'Lt' || each.operator === 'Gt' ? 'op=' + each.operator : '';
  const what = (each.key ?? '') + (each.value ? '=' + each.value : '') + (each.effect ? ':' + each.effect : '');
  const stay = each.tolerationSeconds === undefined ? '' : `for ${each.tolerationSeconds}s`;
  return [what, operator, stay].filter(Boolean).join(' ');
}

export function verdictText(lodging: Lodging): string {
  switch (lodging.verdict) {
    case 'places':
      return 'places';
    case 'avoids':
      return 'avoids';
    case 'refuses':
      return 'refuses';
    case 'leaves-at-once':
      return 'leaves at once';
    case 'leaves-after':
      return 'leaves after ' + span(lodging.seconds ?? 0) + (lodging.refusing ? ', no new ones' : '');
  }
}

export function plural(count: number, one: string, many = one + 's'): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** When an eviction was, will be, or should have been. */
export function moment(eviction: Eviction): string {
  return eviction.at ?? eviction.leaves ?? eviction.deadline ?? '';
}

/** "policy quick: 10m at most"; empty where no policy changes how long the pod stays. */
export function stayText(eviction: Eviction): string {
  const stay = eviction.stay;
  return stay ? `policy ${stay.policy}: ${span(stay.seconds)} at ${stay.change === 'longer' ? 'least' : 'most'}` : '';
}

/** What a pod did, does or should have done at that moment. */
export function departure(eviction: Eviction): string {
  return eviction.at ? 'left' : eviction.held ? 'should have left' : 'leaves';
}

/** The latest first. */
export function latestFirst(list: Eviction[]): Eviction[] {
  // as moments: texts of whole seconds and of parts of them do not sort among each other
  return [...list].sort((one, other) => Date.parse(moment(other)) - Date.parse(moment(one)));
}
