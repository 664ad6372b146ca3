import { townNamed, townOfPostcode } from '@fynbos/core/checkout/postcode-towns.ts';

/** Fields from which the rest of an address can be completed. */
const placeFields = new Set(['postcode', 'suburb', 'city']);

/**
 * Completes a South African address from a changed postal code, suburb or city. Fills only empty fields, so that typed
 * text is not lost.
 */
export function completePlace(form: HTMLFormElement, changed: string): void {
  const value = (name: string) => placeValue(form, name);
  if (!placeFields.has(changed) || value('country_id') !== 'ZA') return;
  const town = changed === 'postcode' ? townOfPostcode(value('postcode')) : townNamed(value(changed));
  if (!town) return;
  if (changed !== 'city') fill(form, 'city', town.city);
  fill(form, 'region', town.region_code);
}

export const placeValue = (form: HTMLFormElement, name: string): string =>
  field(form, name)?.value.trim() ?? '';

function field(form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | undefined {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : undefined;
}

function fill(form: HTMLFormElement, name: string, text: string): void {
  const empty = field(form, name);
  if (empty?.value !== '' || text === '') return;
  empty.value = text;
  empty.dispatchEvent(new Event('change', { bubbles: true }));
}
