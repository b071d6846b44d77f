import { html, nothing, type TemplateResult } from 'lit';
import { nodeLink, table } from '../parts';
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

/**
 * What the scheduler says about a pod: which nodes say no and why, which are best, and what would help.
 *
 * @param node that it is on already; empty when it is on none
 */
export function explanation(result: Explanation, node: string): TemplateResult {
  return html`
    <p class="summary">${node ? placed(result, node) : waiting(result)}</p>
    ${result.remedies.length > 0
      ? html`<h3>Smallest change that would help</h3><ul class="names">${result.remedies.map((each) => html`<li>${each.changes.join('; ')} <small>then ${plural(each.nodes, 'node')} would take it: ${names(each.examples, each.nodes)}${each.verified ? '' : ' (not tried)'}</small></li>`)}</ul>`
      : nothing}
    ${result.refusals.length > 0
      ? html`<h3>Who says no</h3>${table('Who says no', [{ head: 'Nodes', is: 'number' }, 'Because', 'Scheduler plugin', 'For example'], result.refusals.map((each) => [each.nodes, each.why, each.plugin, names(each.examples, each.nodes)]))}`
      : nothing}
    ${result.scores.length > 0
      ? html`<details><summary>Scores of the best nodes</summary>${table(
          'Scores',
          [{ head: 'Node', is: 'name' }, { head: 'Score', is: 'number' }, 'Of that'],
          result.scores.map((each) => [nodeLink(each.node), each.total, Object.entries(each.plugins).filter(([, score]) => score !== 0).map(([name, score]) => `${name} ${score}`).join(', ')]),
        )}</details>`
      : nothing}
  `;
}

function waiting(result: Explanation): string {
  const best = result.best.length ? `; best: ${result.best.join(', ')}` : '';
  return result.outcome === 'scheduled' ? `${plural(result.feasible, 'node')} of ${result.nodes} would take it${best}.` : `No node of ${result.nodes} takes it.`;
}

/** Why it was put there is not known any more; whether it would be now, is. */
function placed(result: Explanation, node: string): string {
  if (result.outcome !== 'scheduled') {
    return `It is on ${node}. Placed anew now, it would find no node of ${result.nodes}.`;
  }
  const count = `${plural(result.feasible, 'node')} of ${result.nodes} would take it`;
  return result.best.includes(node) ? `It is on ${node}, which is still the best for it; ${count}.` : `It is on ${node}. Placed anew now, it would go to ${result.best.join(', ')}; ${count}.`;
}

function names(examples: string[], total: number): TemplateResult {
  return html`${examples.map((each, index) => html`${index > 0 ? ', ' : ''}${nodeLink(each)}`)}${total > examples.length ? ' …' : ''}`;
}
