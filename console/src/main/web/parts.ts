// Small pieces that several pages show.
import { html, nothing, type TemplateResult } from 'lit';
import { path } from './api';
import type { Eviction, Evictions, Gap, RecordedEvent, Taint } from './types';
import { absolute, exactTimes, relative, taintText } from './words';

/** Names shorter than that are not broken. */
const WHOLE = 20;

export const STATES: Record<string, string> = {
  ready: 'Ready',
  tainted: 'Tainted',
  cordoned: 'Cordoned',
  pressure: 'Under pressure',
  'not-ready': 'Not ready',
  silent: 'Silent',
};

/** In a word or two how a node is of which that is the worst; a taint or a cordon does not keep it from being ready. */
export function stateText(word: string): string {
  const name = STATES[word] ?? word;
  return ['tainted', 'cordoned', 'pressure'].includes(word) ? `Ready, ${name.toLowerCase()}` : name;
}

/**
 * What `aria-disabled` says of a button that does nothing just now. Browsers take the focus from a button that is disabled, so
 * one that comes to rest under the keyboard is not; whatever it does, it does not do meanwhile.
 */
export function resting(rests: boolean): 'true' | typeof nothing {
  return rests ? 'true' : nothing;
}

/** A time, relative or absolute as the reader chose; the other way of telling it is its title. */
export function when(time: string | undefined): TemplateResult | typeof nothing {
  if (!time) {
    return nothing;
  }
  const [shown, title] = exactTimes() ? [absolute(time), relative(time)] : [relative(time), absolute(time)];
  return html`<time datetime=${time} title=${title}>${shown}</time>`;
}

export function state(word: string): TemplateResult {
  return html`<span class="pill state-${word}">${stateText(word)}</span>`;
}

/** A taint or toleration, which may be broken where its parts meet. */
export function chip(text: string, effect = ''): TemplateResult {
  return html`<code class="chip ${effect ? 'effect-' + effect : ''}">${broken(text)}</code>`;
}

/** A taint that is known as text, which ends with its effect. */
export function taintChip(text: string): TemplateResult {
  return chip(text, text.slice(text.lastIndexOf(':') + 1));
}

/** A long name, which may be broken after a slash, a colon or a hyphen. */
export function broken(text: string): TemplateResult[] {
  return text.split(/(?<=[/:])|(?<=(?<!\bop)=)|(?<=-)(?=[^-]{4,})/).map((each, index) => html`${index > 0 ? html`<wbr />` : nothing}${each}`);
}

export function taints(list: Taint[]): TemplateResult {
  return list.length === 0
    ? html`<span class="quiet">none</span>`
    : html`<span class="chips">${list.map((each) => chip(taintText(each), each.effect))}</span>`;
}

export function nodeLink(name: string): TemplateResult | typeof nothing {
  return name ? html`<a class=${name.length < WHOLE ? 'whole' : ''} href="/console/nodes/${path(name)}">${name}</a>` : nothing;
}

/** A short word that stays in one line. */
export function whole(text: string): TemplateResult {
  return html`<span class=${text.length < WHOLE ? 'whole' : ''}>${text}</span>`;
}

/** Which policy holds a pod that should have left, why, and until when at most. */
export function hold(eviction: Eviction): TemplateResult | typeof nothing {
  const held = eviction.held;
  return held ? html`held by policy ${held.policy}: ${held.message}${held.until ? html`; that ends ${when(held.until)} at the latest` : nothing}` : nothing;
}

export function podLink(namespace: string, name: string): TemplateResult {
  return html`<a href="/console/pods/${path(namespace, name)}">${broken(`${namespace}/${name}`)}</a>`;
}

export function empty(what: string, hint: TemplateResult | string): TemplateResult {
  return html`<div class="empty"><p><strong>${what}</strong></p><p>${hint}</p></div>`;
}

/** What a user is not shown, each with the right that would show it, or with what the server says. */
export function gaps(list: Gap[] | undefined): TemplateResult | typeof nothing {
  return list && list.length > 0 ? html`<ul class="gaps" aria-label="What is not shown">${list.map((each) => html`<li><strong>${each.what}</strong>: ${each.message}</li>`)}</ul>` : nothing;
}

/** What is said of evictions that nobody tells. */
export function observed(evictions: Evictions): TemplateResult | typeof nothing {
  if (evictions.blind) {
    return html`<p class="quiet">What is to come follows from the taints of nodes, which you may not see; what was, from Events.</p>`;
  }
  return evictions.observed
    ? html`<p class="quiet">The controllers of this cluster do not say whom they evict. What is to come follows from taints and tolerations, what was from Events.</p>`
    : nothing;
}

export type Cell = TemplateResult | string | number | typeof nothing;

/** A column: its head, and how its cells are set; the one that names the row is the row's head. */
export type Head = string | { head: string; is: 'name' | 'number' | 'time' };

/** A table that scrolls within itself, and on a narrow screen becomes a list of cards. */
export function table(label: string, heads: Head[], rows: Cell[][]): TemplateResult {
  const columns = heads.map((each) => (typeof each === 'string' ? { head: each, is: '' } : each));
  const cell = (value: Cell, index: number) => {
    const { head, is } = columns[index];
    const inside = html`<span class="value">${value}</span>`;
    return is === 'name'
      ? html`<th scope="row" role="rowheader" data-head=${head}>${inside}</th>`
      : html`<td role="cell" class=${is} data-head=${head}>${inside}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${label}><table class="stack" role="table" aria-label=${label}>
    <thead role="rowgroup"><tr role="row">${columns.map(({ head, is }) => html`<th scope="col" role="columnheader" class=${is === 'number' ? 'number' : ''}>${head}</th>`)}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${row.map(cell)}</tr>`)}</tbody>
  </table></div>`;
}

/** The Events about an object; nothing when they could not be read. */
export function events(list: RecordedEvent[] | undefined): TemplateResult {
  if (!list) {
    return html`<p class="quiet">The Events about it could not be read; above stands why.</p>`;
  }
  return list.length === 0
    ? html`<p class="quiet">The cluster has no Events about it; it keeps them for an hour.</p>`
    : table('Events', [{ head: 'When', is: 'time' }, 'Type', 'Reason', 'Message', 'From'], list.map((each) => [when(each.at), each.type, each.count > 1 ? `${each.reason} (${each.count} times)` : each.reason, each.message, each.from]));
}

export function copyButton(text: string, label = 'Copy as kubectl command'): TemplateResult {
  const copy = async (event: Event) => {
    const button = event.currentTarget as HTMLButtonElement;
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 1500);
  };
  return html`<button type="button" class="plain" @click=${copy}>${label}</button>`;
}
