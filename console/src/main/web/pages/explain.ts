import { html, nothing, type TemplateResult } from 'lit';
import { nodeLink } from '../parts';
import { plural } from '../words';

export interface Explanation {
  outcome: string;
  message: string;
  nodes: number;
  feasible: number;
  best: string[];
  refusals: { plugin: string; why: string; nodes: number; examples: string[] }[];
  scores: { node: string; total: number; plugins: Record<string, number> }[];
  remedies: { changes: string[]; nodes: number; verified: boolean; examples: string[] }[];
}

/** What the scheduler says about a pod: which nodes say no and why, which are best, and what would help. */
export function explanation(told: Explanation): TemplateResult {
  return html`
    <p class="summary">${told.outcome === 'scheduled' ? `${plural(told.feasible, 'node')} of ${told.nodes} would take it${told.best.length ? `; best: ${told.best.join(', ')}` : ''}.` : `No node of ${told.nodes} takes it.`}</p>
    ${told.remedies.length > 0
      ? html`<h3>Smallest change that would help</h3><ul class="names">${told.remedies.map((each) => html`<li>${each.changes.join('; ')} <small>then ${plural(each.nodes, 'node')} would take it: ${names(each.examples, each.nodes)}${each.verified ? '' : ' (not tried)'}</small></li>`)}</ul>`
      : nothing}
    ${told.refusals.length > 0
      ? html`<h3>Who says no</h3><div class="scroll" tabindex="0" role="region" aria-label="Who says no"><table>
          <thead><tr><th scope="col" class="number">Nodes</th><th scope="col">Because</th><th scope="col">Scheduler plugin</th><th scope="col">For example</th></tr></thead>
          <tbody>${told.refusals.map((each) => html`<tr><td class="number">${each.nodes}</td><td>${each.why}</td><td>${each.plugin}</td><td>${names(each.examples, each.nodes)}</td></tr>`)}</tbody></table></div>`
      : nothing}
    ${told.scores.length > 0
      ? html`<details><summary>Scores of the best nodes</summary><div class="scroll" tabindex="0" role="region" aria-label="Scores"><table>
          <thead><tr><th scope="col">Node</th><th scope="col" class="number">Score</th><th scope="col">Of that</th></tr></thead>
          <tbody>${told.scores.map((each) => html`<tr><td>${nodeLink(each.node)}</td><td class="number">${each.total}</td><td>${Object.entries(each.plugins).filter(([, score]) => score !== 0).map(([name, score]) => `${name} ${score}`).join(', ')}</td></tr>`)}</tbody></table></div></details>`
      : nothing}
  `;
}

function names(examples: string[], total: number): TemplateResult {
  return html`${examples.map((each, index) => html`${index > 0 ? ', ' : ''}${nodeLink(each)}`)}${total > examples.length ? ' …' : ''}`;
}
