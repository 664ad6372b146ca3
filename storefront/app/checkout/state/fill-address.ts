import { townNamed, townOfPostcode } from '@fynbos/core/checkout/postcode-towns.ts';

/**
 * Completes a South African address from a postal code or a suburb. Fills only empty fields, so that typed
 * text is not lost.
 */
export function fillPlace(form: HTMLFormElement, changed: string): void {
  const value = (name: string) => field(form, name)?.value.trim() ?? '';
  if (value('country_id') !== 'ZA') return;
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
  if (empty?.value !== '' || text === '') return;
  empty.value = text;
  empty.dispatchEvent(new Event('change', { bubbles: true }));
}
