// Changes in the fragment of a link, packed: it is not sent to any server, and holds the YAML of a workload.
import type { Change } from './change';

/** Browsers take much longer addresses, programs that pass them on often do not. */
const LINK_MAX = 8000;
/** As much as the console's server takes. */
const UNPACKED_MAX = 256 * 1024;
const CHANGES = 'plan';

/** The part of a link that holds changes; empty when they are too long for one. */
export async function packed(changes: Change[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(changes));
  const text = base64(await through(bytes, new CompressionStream('deflate-raw')));
  return bytes.length > UNPACKED_MAX || text.length > LINK_MAX ? '' : `${CHANGES}=${text}`;
}

/** The changes in the fragment of the address; none when it holds none that can be read. */
export async function linked(): Promise<Change[]> {
  const text = fragment().get(CHANGES);
  if (!text) {
    return [];
  }
  try {
    const bytes = await through(unbase64(text), new DecompressionStream('deflate-raw'));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(found) ? found.filter((each): each is Change => typeof each === 'object' && each !== null && typeof (each as Change).kind === 'string') : [];
  } catch {
    return [];
  }
}

export function fragment(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Writes the fragment of the address; empty for none. */
export function setFragment(text: string): void {
  history.replaceState(null, '', location.pathname + location.search + (text ? '#' + text : ''));
}

/** @throws when more comes out than any change may have */
async function through(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    if (length > UNPACKED_MAX) {
      await reader.cancel();
      throw new RangeError('the link holds too much');
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  let text = '';
  bytes.forEach((each) => (text += String.fromCharCode(each)));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function unbase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));
}
