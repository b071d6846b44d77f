// What the console's server sends.

export interface Taint {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
}

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface Lodging {
  verdict: 'places' | 'avoids' | 'leaves-after' | 'refuses' | 'leaves-at-once';
  taint?: string;
  toleration?: string;
  seconds?: number;
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
}

export interface Evictions {
  now: string;
  semantics: string;
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
  pods: number;
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

export interface Preview {
  leave: number;
  stay: number;
  spared: number;
  waves: { seconds: number; pods: number }[];
  pods: { pod: string; seconds: number; why: string }[];
  note?: string;
  summary?: string;
  pending?: { pod: string; why: string }[];
  command: string;
}
