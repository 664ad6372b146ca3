import { findPostcodeMismatch, townNamed, townOfPostcode } from '@fynbos/core/checkout/postcode-towns.ts';
import { placeNames } from '@fynbos/core/stores/places.ts';
import { setFieldValue } from '../../platform/browser/set-field-value.ts';

/** What a form knows about South African towns; loaded when an address is typed or has a postal code. */
export { findPostcodeMismatch, placeNames };

/** Fields from which the rest of an address can be completed. */
const placeFields = new Set(['postcode', 'suburb', 'city']);

/**
 * Completes a South African address from a changed postal code, suburb or city. Fills only empty fields, so that typed
 * text is not lost.
 */
export function completePlace(form: HTMLFormElement, changed: string): void {
  const value = (name: string) => field(form, name)?.value.trim() ?? '';
  if (!placeFields.has(changed) || value('country_id') !== 'ZA') return;
  const town = changed === 'postcode' ? townOfPostcode(value('postcode')) : townNamed(value(changed));
  if (!town) return;
  if (changed !== 'city') fill(form, 'city', town.city);
  fill(form, 'region', town.region_code);
}

function field(form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | undefined {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : undefined;
}

function fill(form: HTMLFormElement, name: string, text: string): void {
  const empty = field(form, name);
  if (empty?.value === '' && text !== '') setFieldValue(empty, text);
}
