// Arrow keys within a field of many: Tab leads to one of them, arrows to the others.

/** Moves the focus from one item to the next as an arrow key says; lists, fields that wrap, and tables alike. */
export function rove(event: KeyboardEvent, selector: string): void {
  const field = event.currentTarget as HTMLElement;
  const from = (event.target as Element).closest<HTMLElement>(selector);
  if (!from || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  const items = [...field.querySelectorAll<HTMLElement>(selector)];
  const to = target(event.key, from, items);
  if (!to) {
    return;
  }
  event.preventDefault();
  settle(to, items);
  to.focus();
}

/** Whatever is focused, by a click too, is what Tab leads to the next time. */
export function noteFocus(event: FocusEvent, selector: string): void {
  const field = event.currentTarget as HTMLElement;
  const to = (event.target as Element).closest<HTMLElement>(selector);
  if (to) {
    settle(to, [...field.querySelectorAll<HTMLElement>(selector)]);
  }
}

function settle(to: HTMLElement, items: HTMLElement[]): void {
  for (const each of items) {
    const index = each === to ? 0 : -1;
    if (each.tabIndex !== index) {
      each.tabIndex = index;
    }
  }
}

function target(key: string, from: HTMLElement, items: HTMLElement[]): HTMLElement | undefined {
  const place = items.indexOf(from);
  switch (key) {
    case 'ArrowRight':
      return items[place + 1];
    case 'ArrowLeft':
      return items[place - 1];
    case 'Home':
      return items[0];
    case 'End':
      return items[items.length - 1];
    case 'ArrowDown':
      return beside(from, items.slice(place + 1));
    case 'ArrowUp':
      return beside(from, items.slice(0, place).reverse());
    default:
      return undefined;
  }
}

/** The item of the next row that lies nearest to where one comes from. */
function beside(from: HTMLElement, ahead: HTMLElement[]): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  let best: HTMLElement | undefined;
  let row: number | undefined;
  let distance = Infinity;
  for (const each of ahead) {
    const there = each.getBoundingClientRect();
    if (Math.abs(there.top - here.top) < here.height / 2) {
      continue;
    }
    row ??= there.top;
    if (Math.abs(there.top - row) > here.height / 2) {
      break;
    }
    const apart = Math.abs(there.left - here.left);
    if (apart < distance) {
      [best, distance] = [each, apart];
    }
  }
  return best;
}
