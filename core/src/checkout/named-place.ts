import { cleanNumber } from '../clean-text.ts';
import type { Place } from '../delivery/contract.ts';
import { shop } from '../shop.ts';
import type { Point } from '../stores/distance.ts';
import { findPlace } from '../stores/places.ts';
import { townNamed, townOfPostcode } from './postcode-towns.ts';

/**
 * Finds the place that a shopper typed: a postal code, or in the shop's country the name of a town.
 * @returns undefined when it is unknown
 */
export function placeNamed(typed: string, country: string): (Place & { point?: Point }) | undefined {
  const code = cleanNumber(typed).replaceAll(' ', '');
  if (country !== shop.country)
    return /^\d{5}$/.test(code) ? { postcode: code, name: '', city: '', region_code: '' } : undefined;
  const isCode = /^\d+$/.test(code);
  const [area, town] = isCode
    ? [findPlace(code), townOfPostcode(code)]
    : [findPlace(typed), townNamed(typed)];
  if (!area || !town) return undefined;
  const { latitude, longitude } = area;
  return {
    postcode: isCode ? code : area.postcode,
    name: area.name,
    ...town,
    point: { latitude, longitude },
  };
}
