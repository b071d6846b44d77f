// Calls to the console's server. A refusal keeps the API's words.

export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** The reason of what nobody waits for any more. */
export const GIVEN_UP = 'GivenUp';

export interface Session {
  user: string;
  cluster: string;
  namespace: string;
  tenure: boolean;
  token: string;
  /** Whether there is a session that can be ended. */
  leaves: boolean;
  may: { nodes: boolean; evict: boolean; workloads: boolean };
}

let session: Session | undefined;

export async function signIn(): Promise<Session> {
  session = await get<Session>('session');
  return session;
}

export function current(): Session | undefined {
  return session;
}

async function answer<T>(response: Response): Promise<T> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new Refusal(response.status, '', `the console answers ${response.status}`);
  }
  if (!response.ok) {
    const status = body as { reason?: string; message?: string };
    throw new Refusal(response.status, status.reason ?? '', status.message ?? `the console answers ${response.status}`);
  }
  return body as T;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch('/console/api/' + path, init);
  } catch {
    if (init.signal?.aborted) {
      throw new Refusal(0, GIVEN_UP, 'given up');
    }
    throw new Refusal(0, '', 'the console does not answer: is its server still running?');
  }
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await reach(path, {}));
}

/** @param signal with which it can be given up */
export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return answer<T>(
    await reach(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Console-Token': session?.token ?? '' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    }),
  );
}

/** Asks for what is worked out in a copy of the cluster; one that is given up ends on the server too, so that the next need not wait for it. */
export async function foretell<T>(page: 'forecast' | 'plan-file' | 'explain', question: unknown, signal: AbortSignal): Promise<T> {
  const name = crypto.randomUUID();
  const end = () => void post('give-up/' + name, {}).catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await post<T>(page + '/' + name, question, signal);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** A query string of those parameters that have a value. */
export function query(values: Record<string, string | number | undefined>): string {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') {
      found.set(name, String(value));
    }
  }
  const text = found.toString();
  return text ? '?' + text : '';
}

/** The parts of a path, each encoded. */
export function path(...parts: string[]): string {
  return parts.map(encodeURIComponent).join('/');
}
