import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { Refusal, current, path, post, query } from '../api';
import { startChange } from '../change';
import { Page, type Subject } from '../page';
import { chip, copyButton, empty, resting, table } from '../parts';
import type { Toleration } from '../types';
import { plural, tolerationText } from '../words';

interface Workload {
  resource: string;
  kind: string;
  namespace: string;
  name: string;
  tolerations: Toleration[];
  /** Of a page of one: whether the user may change it. */
  may?: boolean;
}

interface Workloads {
  found: number;
  workloads: Workload[];
}

interface FormAnswer {
  toleration?: Toleration;
  yaml?: string;
  faults?: { field: string; complaint: string }[];
}

const FIELDS = { key: 'Taint key', operator: 'Operator', value: 'Taint value', policy: 'Taint policy', window: 'Toleration time window' };

/** Tolerations that are edited by the form: those of a workload, or a list of nobody yet. */
abstract class Edited<T extends object> extends Page<T> {
  @state() protected edited?: Toleration[];
  @state() private operator = 'Equal';
  @state() private policy = 'All';
  @state() private answer?: FormAnswer;
  @state() private wrong = '';
  /** How often the form was looked at: an answer to an earlier look that comes late is not shown. */
  private looks = 0;

  protected editor(before: Toleration[], more: (list: Toleration[]) => TemplateResult): TemplateResult {
    const list = this.edited ?? before;
    return html`<div class="columns">
      <section>
        <h2>Tolerations</h2>
        ${list.length === 0 ? html`<p class="quiet">None yet. Fill in the form and press Add.</p>` : html`<ul class="taints">${list.map((each, index) => html`<li>${chip(tolerationText(each))} <button type="button" class="plain" aria-label="Remove ${tolerationText(each)}" @click=${() => (this.edited = list.filter((_, other) => other !== index))}>Remove</button></li>`)}</ul>`}
        ${this.form(list)}
        ${more(list)}
      </section>
      <section>
        <h2>YAML</h2>
        <pre tabindex="0" aria-label="YAML of the tolerations">${yaml(list)}</pre>
        ${copyButton(yaml(list), 'Copy YAML')}
        ${this.aside()}
      </section>
    </div>`;
  }

  protected aside(): TemplateResult {
    return defaults(false);
  }

  private form(list: Toleration[]): TemplateResult {
    return html`<form class="editor" aria-label="Add a toleration" @submit=${(event: Event) => void this.add(event, list)} @input=${(event: Event) => void this.check(event.currentTarget as HTMLFormElement)}>
      <label>${FIELDS.key} <input name="key" autocomplete="off" spellcheck="false" aria-describedby="form-hint" /></label>
      <label>${FIELDS.operator} <select name="operator" @change=${(event: Event) => (this.operator = (event.target as HTMLSelectElement).value)}><option ?selected=${this.operator === 'Equal'}>Equal</option><option ?selected=${this.operator === 'Exists'}>Exists</option></select></label>
      <label>${FIELDS.value} <input name="value" autocomplete="off" spellcheck="false" ?disabled=${this.operator === 'Exists'} /></label>
      <label>${FIELDS.policy} <select name="policy" @change=${(event: Event) => (this.policy = (event.target as HTMLSelectElement).value)}>${['All', 'NoSchedule', 'PreferNoSchedule', 'NoExecute'].map((each) => html`<option ?selected=${this.policy === each}>${each}</option>`)}</select></label>
      <label for="form-window">${FIELDS.window} <span class="with-unit"><input id="form-window" name="window" inputmode="numeric" pattern="[0-9]*" ?disabled=${this.policy !== 'NoExecute'} placeholder=${this.policy === 'NoExecute' ? 'for ever' : 'only with NoExecute'} /> s</span></label>
      <p id="form-hint" class="hint">${this.operator === 'Equal' ? 'Equal needs a taint key. A blank taint value matches every value of the key.' : 'Exists takes no value. A blank taint key tolerates all taints.'} ${this.policy === 'NoExecute' ? 'Within the time window pods still run on the node; after it they are evicted. Blank means for ever.' : ''}</p>
      ${this.wrong ? html`<p class="failure" role="alert">${this.wrong}</p>` : nothing}
      ${this.answer?.faults ? html`<ul class="failure" role="alert">${this.answer.faults.map((each) => html`<li><strong>${each.field}</strong>: ${each.complaint}</li>`)}</ul>` : nothing}
      ${this.answer?.yaml ? html`<pre tabindex="0" aria-label="YAML of the new toleration">${this.answer.yaml}</pre>` : nothing}
      <button type="submit">Add</button>
    </form>`;
  }

  private async check(form: HTMLFormElement): Promise<FormAnswer | undefined> {
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? '');
    const look = ++this.looks;
    let answer: FormAnswer | undefined;
    let wrong = '';
    try {
      answer = await post<FormAnswer>('toleration', { key: text('key'), operator: text('operator'), value: text('value'), policy: text('policy'), window: text('window') });
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      wrong = error.message;
    }
    if (look === this.looks) {
      this.answer = answer;
      this.wrong = wrong;
    }
    return answer;
  }

  private async add(event: Event, list: Toleration[]): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const toleration = (await this.check(form))?.toleration;
    if (!toleration) {
      return;
    }
    this.edited = joined(list, [toleration]);
    this.answer = undefined;
    form.reset();
    this.operator = 'Equal';
    this.policy = 'All';
  }

  protected async save(target: Workload, list: Toleration[]): Promise<void> {
    await startChange('Save', { kind: 'tolerations', resource: target.resource, namespace: target.namespace, name: target.name, tolerations: list });
  }
}

/** A toleration that says the same but for its time window takes the place of the one before. */
function joined(list: Toleration[], more: Toleration[]): Toleration[] {
  const same = (one: Toleration, other: Toleration) => ['key', 'operator', 'value', 'effect'].every((name) => (one[name as keyof Toleration] ?? '') === (other[name as keyof Toleration] ?? ''));
  return [...list.filter((each) => !more.some((other) => same(each, other))), ...more];
}

export class TolerationsPage extends Edited<Workloads> {
  @state() private target = '';

  heading(): string {
    return 'Tolerations';
  }

  source(): string {
    return 'workloads' + query({ namespace: this.namespace(), q: this.parameter('q') });
  }

  override namespaced(): boolean {
    return true;
  }

  show(data: Workloads): TemplateResult {
    return html`
      <p class="lead">Compose tolerations and take their YAML, or save them into the pod template of a workload. To edit those that a workload has, choose it below.</p>
      ${this.editor([], (list) => this.into(data, list))}
      <h2>Workloads</h2>
      <form class="filter" role="search" @submit=${(event: Event) => event.preventDefault()}>
        <label>Search <input type="search" .value=${this.parameter('q')} placeholder="namespace/name" @input=${(event: Event) => this.setParameter('q', (event.target as HTMLInputElement).value)} /></label>
        <output>${plural(data.found, 'workload')}</output>
      </form>
      ${data.workloads.length === 0
        ? this.parameter('q')
          ? empty('No workload matches.', 'Change the search.')
          : empty('There is no workload.', html`Make one: <code>kubectl create deployment web --image=nginx --replicas=3</code>`)
        : table(
            'Workloads',
            ['Kind', { head: 'Name', is: 'name' }, 'Tolerations of its pod template'],
            data.workloads.map((each) => [
              each.kind,
              html`<a href="/console/tolerations/${path(each.resource, each.namespace, each.name)}">${each.namespace}/${each.name}</a>`,
              each.tolerations.length === 0 ? html`<span class="quiet">none</span>` : html`<span class="chips">${each.tolerations.map((one) => chip(tolerationText(one)))}</span>`,
            ]),
          )}
    `;
  }

  /** Adds what was composed to the tolerations of a workload. */
  private into(data: Workloads, list: Toleration[]): TemplateResult {
    if (data.workloads.length === 0) {
      return html`${nothing}`;
    }
    if (!(current()?.may.workloads ?? true) && !this.namespace()) {
      return html`<p class="quiet">You may read workloads but not change them: ask for patch on deployments, statefulsets, daemonsets.</p>`;
    }
    const name = (each: Workload) => `${each.resource}/${each.namespace}/${each.name}`;
    const target = data.workloads.find((each) => name(each) === this.target);
    return html`<div class="filter">
      <label>Add to the workload <select @change=${(event: Event) => (this.target = (event.target as HTMLSelectElement).value)}><option value="">choose one</option>${data.workloads.map((each) => html`<option value=${name(each)} ?selected=${name(each) === this.target}>${each.kind} ${each.namespace}/${each.name}</option>`)}</select></label>
      <button type="button" class="primary" aria-disabled=${resting(!target || list.length === 0)} @click=${() => target && list.length > 0 && void this.save(target, joined(target.tolerations, list))}>Preview and save …</button>
    </div>`;
  }
}

export class TolerationPage extends Edited<Workload> {
  heading(): string {
    return this.parts.slice(1).join('/');
  }

  source(): string {
    return 'workloads/' + path(...this.parts);
  }

  override subject(): Subject {
    return { kind: 'workload', name: this.parts.join('/'), all: 'All workloads', href: '/console/tolerations' };
  }

  show(data: Workload): TemplateResult {
    const may = data.may ?? true;
    return html`
      <nav class="crumbs" aria-label="Way back"><a href="/console/tolerations">All workloads</a></nav>
      <p class="lead">${data.kind} in namespace ${data.namespace}</p>
      ${this.editor(data.tolerations, (list) => {
        const changed = this.edited !== undefined && JSON.stringify(this.edited) !== JSON.stringify(data.tolerations);
        return html`<div class="actions">
            <button type="button" class="primary" ?disabled=${!may} aria-disabled=${resting(!changed)} @click=${() => changed && void this.save(data, list)}>Preview and save …</button>
            <button type="button" aria-disabled=${resting(!changed)} @click=${() => (this.edited = undefined)}>Discard</button>
          </div>
          ${may ? nothing : html`<p class="quiet">You may read this workload but not change it: ask for patch on ${data.resource}.</p>`}`;
      })}
    `;
  }

  protected override aside(): TemplateResult {
    return defaults(this.data?.kind === 'DaemonSet');
  }

  override async load(): Promise<void> {
    await super.load();
    if (this.data && JSON.stringify(this.data.tolerations) === JSON.stringify(this.edited)) {
      this.edited = undefined;
    }
  }
}

function defaults(daemons: boolean): TemplateResult {
  return html`<section><h2>Default tolerations</h2>
    <p>${daemons
      ? 'The pods of a DaemonSet tolerate these two taints without a time window: they are never evicted because of them.'
      : 'Kubernetes adds these to every pod that says nothing about the two taints: when a node is not ready or cannot be reached, its pods still run on it for 5 minutes. Pods of a DaemonSet get them without a time window.'}</p>
    <pre tabindex="0" aria-label="Default tolerations">${yaml(
      ['not-ready', 'unreachable'].map((each) => ({ key: 'node.kubernetes.io/' + each, operator: 'Exists', effect: 'NoExecute', ...(daemons ? {} : { tolerationSeconds: 300 }) })),
    )}</pre></section>`;
}

/** Plain words stay as they are; all else is quoted as in JSON, which is YAML as well. */
function scalar(value: string | number): string {
  return typeof value === 'number' || (/^[A-Za-z][\w./-]*$/.test(value) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(value)) ? String(value) : JSON.stringify(value);
}

function yaml(list: Toleration[]): string {
  if (list.length === 0) {
    return 'tolerations: []';
  }
  return 'tolerations:\n' + list.map((each) => Object.entries(each).map(([name, value], index) => `${index === 0 ? '- ' : '  '}${name}: ${scalar(value as string | number)}`).join('\n')).join('\n');
}

customElements.define('tolerations-page', TolerationsPage);
customElements.define('toleration-page', TolerationPage);
