// What the console's server sends.

export interface Taint {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
  /** Of a node's page: the condition or field behind it, or that it is stale. */
  why?: string;
  /** Of a node's page: when it goes by itself, and on whose account it is there. */
  until?: string;
  account?: string;
  /** Of a node's page: how kubectl adds it. */
  command?: string;
}

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

/** A part that is not shown, for the user may not list it, and the right that would show it. */
export interface Gap {
  what: string;
  message: string;
}

export interface Lodging {
  verdict: 'places' | 'avoids' | 'leaves-after' | 'refuses' | 'leaves-at-once';
  taint?: string;
  toleration?: string;
  seconds?: number;
  /** That lets it stay, or longer than it tolerates the taint itself. */
  policy?: string;
  /** Of pods that leave after a time: the taint that keeps new ones off. */
  refusing?: string;
  timeAdded?: string;
}

export interface Eviction {
  namespace: string;
  pod: string;
  uid: string;
  node: string;
  cause?: string;
  taint?: string;
  message?: string;
  toleration?: string;
  since?: string;
  /** Of one that was. */
  at?: string;
  /** Of one that will be. */
  deadline?: string;
  /** Of one that should have been: what holds it, and until when at most, where that is known. */
  held?: { policy: string; reason: string; message: string; until?: string };
  /** Of one whose stay a policy makes longer or shorter: by how many seconds, from when the taint came. */
  stay?: { policy: string; change: 'longer' | 'shorter'; seconds: number };
  /** Of one whose stay a policy makes longer: when it leaves, which is after its deadline. */
  leaves?: string;
  /** Of one that need not leave: its taint goes before. */
  taintGoes?: string;
}

export interface Evictions {
  now: string;
  /** Nobody tells them: they follow from taints, tolerations and Events. */
  observed?: boolean;
  /** The user may not see nodes, so that nothing can be said of what is to come. */
  blind?: boolean;
  /** What could not be looked at. */
  missing?: Gap[];
  comingTotal: number;
  coming: Eviction[];
  pastTotal: number;
  past: Eviction[];
}

export interface NodeRow {
  name: string;
  zone: string;
  state: string;
  ready?: string;
  reason?: string;
  unschedulable: boolean;
  simulated: boolean;
  stopped: boolean;
  /** Absent for who does not see the pods of all namespaces. */
  pods?: number;
  podsMax: string;
  created: string;
  taints: Taint[];
  pressures: string[];
}

export interface PodRow {
  namespace: string;
  name: string;
  uid: string;
  phase: string;
  /** Whether its containers have ended for good. */
  ended: boolean;
  ready: boolean;
  node: string;
  priority: number;
  qos: string;
  owner: string;
  created: string;
  message?: string;
  stay?: Lodging;
  leaves?: Eviction;
}

export interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
  since: string;
}

/** An Event of the cluster about one object. */
export interface RecordedEvent {
  at: string;
  type: string;
  reason: string;
  message: string;
  from: string;
  count: number;
}

export interface Preview {
  leave: number;
  stay: number;
  spared: number;
  /** How many of the pods leave without the change too. */
  anyway?: number;
  waves: { seconds: number; pods: number }[];
  pods: { pod: string; seconds: number; why: string }[];
  /** Holds whatever comes of it. */
  fact?: string;
  /** Says what the numbers mean. */
  note?: string;
  /** What could not be looked at. */
  missing?: Gap[];
  /** Taints and tolerations alone say nothing about it. */
  unjudged?: boolean;
  /** Why the cluster would not take it. */
  refused?: { code: number; reason: string; message: string };
  command: string;
}

export interface Waiting {
  name?: string;
  message: string;
  remedies?: string[];
}

export interface LeavingPod {
  namespace: string;
  name: string;
  node: string;
  /** Absent when it is kept. */
  leavesAfterSeconds?: number;
  goneAfterSeconds?: number;
  cause: string;
  why: string;
  /** Whether it leaves without the change too. */
  anyway?: boolean;
  localData?: string[];
  /** filledAfterSeconds: when an earlier one that left again was ready in this place. */
  replacement?: { name: string; node: string; readyAfterSeconds?: number; filledAfterSeconds?: number };
  pending?: Waiting;
  lost?: { why: string };
  notReplaced?: { why: string };
}

export interface Forecast {
  command?: string;
  podsTotal: number;
  newPodsTotal: number;
  kept: number;
  /** How many leave without the change too; they are not among the waves and the effects. */
  anyway: number;
  /** Who would leave without the change, and stays with it. */
  sparedTotal: number;
  spared: { namespace: string; name: string; node: string; leavesAfterSeconds: number; why: string }[];
  effects: { replaced: number; pending: number; notReplaced: number; lost: number; dataLost: number; budgetsBroken: number; budgetsBrokenAnyway: number };
  waves: { seconds: number; pods: number }[];
  nodes: { node: string; before: number; after: number }[];
  /** Pods that are ready, from each second on. */
  running: [number, number][];
  plan: {
    spec: { change: string; moment: string; assumptions: { name: string; value: string; meaning: string }[] };
    status: {
      pods: LeavingPod[];
      newPods: { namespace: string; name: string; node?: string; readyAfterSeconds?: number; pending?: Waiting }[];
      budgets: { namespace: string; name: string; desiredHealthy: number; healthy: number; lowestHealthy: number; broken: boolean; asked: boolean }[];
      services: { namespace: string; name: string; ready: number; lowestReady: number }[];
      summary: { evicted: number; replaced: number; pending: number; budgetsBroken: number; lost: number; dataLost: number };
      notes: string[];
      simulatedSeconds: number;
      quiet: boolean;
    };
  };
}
