// Small pieces that several pages show.
import { html, nothing, type TemplateResult } from 'lit';
import { path } from './api';
import type { Taint } from './types';
import { absolute, relative, taintText } from './words';

export const STATES: Record<string, string> = {
  ready: 'Ready',
  tainted: 'Tainted',
  cordoned: 'Cordoned',
  pressure: 'Under pressure',
  'not-ready': 'Not ready',
  silent: 'Silent',
};

export function when(time: string | undefined): TemplateResult | typeof nothing {
  return time ? html`<time datetime=${time} title=${absolute(time)}>${relative(time)}</time>` : nothing;
}

export function state(word: string): TemplateResult {
  return html`<span class="state state-${word}">${STATES[word] ?? word}</span>`;
}

export function taints(list: Taint[]): TemplateResult {
  return list.length === 0
    ? html`<span class="quiet">none</span>`
    : html`<span class="chips">${list.map((each) => html`<code class="chip effect-${each.effect}">${taintText(each)}</code>`)}</span>`;
}

export function nodeLink(name: string): TemplateResult | typeof nothing {
  return name ? html`<a href="/console/nodes/${path(name)}">${name}</a>` : nothing;
}

export function podLink(namespace: string, name: string): TemplateResult {
  return html`<a href="/console/pods/${path(namespace, name)}">${namespace}/${name}</a>`;
}

export function empty(what: string, hint: TemplateResult | string): TemplateResult {
  return html`<div class="empty"><p><strong>${what}</strong></p><p>${hint}</p></div>`;
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
