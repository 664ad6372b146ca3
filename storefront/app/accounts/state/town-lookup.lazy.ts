import {
  findPostcodeMismatch,
  findProvinceMismatch,
  townNamed,
  townOfPostcode,
} from '@fynbos/core/checkout/postcode-towns.ts';
import { placeNames } from '@fynbos/core/stores/places.ts';
import { setFieldValue } from '../../platform/browser/set-field-value.ts';

/** What a form knows about South African towns; loaded when an address is typed or has a postal code. */
export { findPostcodeMismatch, findProvinceMismatch, placeNames };

/** Fields from which the rest of an address can be completed. */
const placeFields = new Set(['postcode', 'suburb', 'city']);

/**
 * Completes a South African address from a changed postal code, suburb or city. Text that the shopper typed is not
 * lost: only empty fields are filled, and those that hold what was filled in before. The province follows a changed
 * postal code in any case, because the two cannot contradict each other.
 */
export function completePlace(form: HTMLFormElement, changed: string): void {
  const value = (name: string) => field(form, name)?.value.trim() ?? '';
  if (!placeFields.has(changed) || value('country_id') !== 'ZA') return;
  const ofPostcode = townOfPostcode(value('postcode'));
  const town = changed === 'postcode' ? ofPostcode : townNamed(value(changed));
  if (!town) return;
  if (changed !== 'city') fill(form, 'city', ofPostcode?.city || town.city);
  if (changed === 'postcode') put(field(form, 'region'), town.region_code);
  else fill(form, 'region', (ofPostcode ?? town).region_code);
}

function field(form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | undefined {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : undefined;
}

/** Fills an empty field, or one with the text that was filled in before. */
function fill(form: HTMLFormElement, name: string, text: string): void {
  const filled = field(form, name);
  if (filled && (filled.value === '' || filled.value === filled.dataset.filled)) put(filled, text);
}

function put(control: HTMLInputElement | HTMLSelectElement | undefined, text: string): void {
  if (!control || control.value === text) return;
  control.dataset.filled = text;
  setFieldValue(control, text);
}
