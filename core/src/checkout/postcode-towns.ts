import { cleanNumber } from '../clean-text.ts';
import { distanceKm } from '../stores/distance.ts';
import { findPlace, placesNamed } from '../stores/places.ts';

/**
 * The provinces of South Africa by the first postal code of each range, which ends where the next begins;
 * then the city, if the suburbs of a range share one. The table only fills in fields of a form, so a
 * wrong code near a border costs the shopper one correction.
 */
const table = `
0001 GP Pretoria
0200 NW
0380 LP
0400 GP
0450 LP
1000 GP
1030 MP
1380 LP
1391 MP
1400 GP
1947 FS
1950 GP
2000 GP Johannesburg
2200 MP
2497 GP
2520 NW
2900 KZN
4000 KZN Durban
4100 KZN
4720 EC
6500 WC
7000 NC
7100 WC
7400 WC Cape Town
7550 WC
7700 WC Cape Town
8100 WC
8200 NC
8580 NW
8700 NC
9300 FS
9750 EC
9760 FS
`;

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    // Every line of the table has this form.
    const [, from = '', province = '', city = ''] = /^(\d{4}) (\w+) ?(.*)$/.exec(line)!;
    return { from, region_code: `ZA-${province}`, city };
  });

/** City and province derived from a postal code. */
export interface Town {
  city: string;
  region_code: string;
}

/** Returns the town of a South African postal code; undefined for any other text. */
export function townOfPostcode(typed: string): Town | undefined {
  const postcode = cleanNumber(typed);
  if (!/^\d{4}$/.test(postcode)) return undefined;
  const row = rows.findLast(({ from }) => from <= postcode);
  return row && { city: row.city || (findPlace(postcode)?.name ?? ''), region_code: row.region_code };
}

/** Finds the town with this name, or the town of a suburb with this name; undefined when unknown. */
export function townNamed(name: string): (Town & { postcode: string }) | undefined {
  const place = name.trim().length < 3 ? undefined : findPlace(name);
  const town = place && townOfPostcode(place.postcode);
  return town && { ...town, postcode: place.postcode };
}

/** Places farther apart than this, in kilometres, never share a postal code. */
const maxTownKm = 100;

/** Returns the town of a postal code that does not belong to the typed city; undefined if it may, or if either is unknown. */
export function findPostcodeMismatch(city: string, postcode: string): string | undefined {
  const town = townOfPostcode(postcode)?.city;
  const area = findPlace(cleanNumber(postcode));
  const cities = placesNamed(city);
  if (!town || !area || cities.length === 0) return undefined;
  return cities.every((place) => distanceKm(place, area) > maxTownKm) ? town : undefined;
}

/**
 * Returns the code of the province of a postal code that does not belong to the chosen province; undefined if it may, or if
 * either is unknown. Near a border, a town whose own postal code is in the chosen province confirms the choice.
 */
export function findProvinceMismatch(
  region_code: string,
  { city, postcode }: { city: string; postcode: string },
): string | undefined {
  const province = townOfPostcode(postcode)?.region_code;
  const area = findPlace(cleanNumber(postcode));
  if (!region_code || !province || province === region_code || !area) return undefined;
  const isConfirmed = placesNamed(city).some(
    (place) =>
      townOfPostcode(place.postcode)?.region_code === region_code && distanceKm(place, area) <= maxTownKm,
  );
  return isConfirmed ? undefined : province;
}
