import { setFieldValue } from '../browser/set-field-value.ts';
import {
  controlsOnPage,
  fieldsOnPage,
  nameOfControl,
  nameOfField,
  type Place,
  type TypedField,
  type UnfinishedWork,
} from './unfinished-work.ts';

/** Work that was left longer ago than this is not continued. */
const maxAgeMs = 600_000;
/** Parts of the page appear later than the page. */
const maxWaitMs = 30_000;

/**
 * Restores what was typed before the reload, then presses the control once, as soon as they appear. Ends
 * when the shopper does something.
 */
export function resumeWork(work: UnfinishedWork, now: number): void {
  if (work.path !== location.pathname + location.search || now - work.at > maxAgeMs) return;
  if (work.next) {
    location.replace(work.next);
    return;
  }
  let fields = [...work.fields];
  let { pressed } = work;
  const stopping = new AbortController();
  const { signal } = stopping;
  const observer = new MutationObserver(proceed);
  signal.addEventListener('abort', () => observer.disconnect());

  function proceed(): void {
    fields = fields.filter((typed) => !restore(typed));
    const control = pressed && findAt(pressed, controlsOnPage(), nameOfControl);
    if (!control || control.matches(':disabled')) return;
    pressed = undefined;
    stopping.abort();
    // React has handled the restored values by then.
    setTimeout(() => control.click());
  }

  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, (event) => event.isTrusted && stopping.abort(), { signal, capture: true });
  setTimeout(() => stopping.abort(), maxWaitMs);
  proceed();
}

const findAt = <Item>(place: Place, all: readonly Item[], nameOf: (item: Item) => string): Item | undefined =>
  all.filter((item) => nameOf(item) === place.name)[place.index];

/** @returns whether the field is on the page */
function restore(typed: TypedField): boolean {
  const field = findAt(typed, fieldsOnPage(), nameOfField);
  if (!field) return false;
  if ('checked' in field && (field.type === 'checkbox' || field.type === 'radio')) {
    if (field.checked !== typed.checked && (typed.checked || field.type === 'checkbox')) field.click();
  } else if (field.value !== typed.value) setFieldValue(field, typed.value);
  return true;
}
