/*
 * Runs inline in the head of every document (`entry.server.tsx`), before any file is loaded. React handles a
 * press only after hydration; this script holds earlier presses and repeats them, each once and in order.
 * Links with an address of their own are left to the browser.
 */

/** A press or a changed field whose part of the page is not hydrated yet. */
interface Held {
  target: HTMLElement;
  event: Event;
}

interface Tracked {
  /** React's note of the last value; a field is only "changed" if its value differs. */
  _valueTracker?: { setValue(value: string): void };
}

const types = ['click', 'submit', 'input', 'change'];
// Browsers act on these buttons without scripts.
const native = 'command' in HTMLButtonElement.prototype ? '[command],[popovertarget]' : '[popovertarget]';
const held: Held[] = [];
/** The values of fields as typed: hydration may reset them. */
const values = new Map<HTMLElement, string | boolean>();
let isReady = false;

const isCheckable = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio';

function hold(event: Event): void {
  // The target of these events is an element.
  const target = event.target as HTMLElement;
  if (event.type === 'input' || event.type === 'change') {
    // Or a select or a text area, of which the same properties are read.
    const field = target as HTMLInputElement;
    if (!values.has(field)) held.push({ target, event });
    values.set(field, isCheckable(field) ? field.checked : field.value);
    return;
  }
  // A submission has no keys.
  const { metaKey, ctrlKey, shiftKey } = event as MouseEvent;
  const control = event.type === 'submit' ? target : target.closest<HTMLElement>('button,a[data-waits]');
  if (!control || control.matches(native)) return;
  // The browser opens the link elsewhere.
  if (control.matches('a') && (metaKey || ctrlKey || shiftKey)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  control.ariaBusy = 'true';
  held.push({ target: control, event });
}

/** Reports a typed value to React, without moving the cursor. */
function refill(field: HTMLInputElement & Tracked): void {
  const typed = values.get(field);
  const property = isCheckable(field) ? 'checked' : 'value';
  if (field[property] !== typed)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, typed);
  field._valueTracker?.setValue(isCheckable(field) ? String(!typed) : '\0');
  const type = isCheckable(field) ? 'click' : field.matches('select') ? 'change' : 'input';
  field.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
}

/** Called when React listens, or when it never will. */
function ready(): void {
  if (isReady) return;
  isReady = true;
  for (const type of types) removeEventListener(type, hold, true);
  repeatHeld();
}

/** Repeats held events from now on, oldest first, also those that are still too early. */
function repeatHeld(): void {
  /** The event that is being repeated. */
  let current: Held | undefined;
  /** Whether its part of the page is still not hydrated. */
  let isTooEarly = false;
  for (const type of types) document.addEventListener(type, holdStopped, true);
  // Not at once: parts that React renders again for the browser, such as forms, are ready by then.
  requestAnimationFrame(repeat);

  /** React stops an event for a part that is not hydrated yet. This listener runs after React's. */
  function holdStopped(event: Event): void {
    // A part took over the press that led to its hydration.
    const isTaken = current && held[0] !== current;
    if (current && (event.cancelBubble || isTaken)) {
      isTooEarly = !isTaken;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.cancelBubble) {
      const wasEmpty = held.length === 0;
      hold(event);
      if (wasEmpty) requestAnimationFrame(repeat);
    }
  }

  /** Repeats one event in each frame: React renders between two clicks of a shopper, too. */
  function repeat(): void {
    current = held[0];
    if (!current) return;
    const { target, event } = current;
    isTooEarly = false;
    target.removeAttribute('aria-busy');
    if (target.isConnected) {
      if (target instanceof HTMLFormElement) target.requestSubmit();
      else if (event.type === 'click') target.dispatchEvent(new MouseEvent('click', event));
      // Only fields report input.
      else refill(target as HTMLInputElement);
    }
    if (isTooEarly) target.ariaBusy = 'true';
    else if (held[0] === current) {
      held.shift();
      values.delete(target);
    }
    current = undefined;
    if (held.length > 0) requestAnimationFrame(repeat);
  }
}

for (const type of types) addEventListener(type, hold, true);
// The code of the page cannot be loaded: buttons and forms work as without scripts.
addEventListener('unhandledrejection', ready);
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && ready(), true);

window.earlyPresses = {
  ready,
  /** Passes the held presses of a part on: it repeats them itself. */
  take(part, press) {
    for (const each of [...held]) {
      const { target, event } = each;
      if (!(event instanceof MouseEvent && part.contains(target))) continue;
      held.splice(held.indexOf(each), 1);
      press(event, target);
    }
  },
};

export {};
