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

/**
 * Ranges of postal codes, both ends included, that are in one province and far from its borders: metropolitan areas and
 * a few cities. Only these are certain enough to contradict what a shopper typed.
 */
const certainRanges = [
  ['0001', '0186'], // Pretoria, Centurion
  ['0299', '0300'], // Rustenburg
  ['0699', '0700'], // Polokwane
  ['1050', '1050'], // Middelburg
  ['1200', '1201'], // Mbombela
  ['1400', '1437'], // Germiston
  ['1448', '1486'], // Alberton, Boksburg
  ['1500', '1549'], // Benoni, Brakpan
  ['1600', '1758'], // Kempton Park, Midrand, Roodepoort
  ['1800', '1899'], // Soweto
  ['2000', '2199'], // Johannesburg
  ['2745', '2745'], // Mahikeng
  ['3200', '3209'], // Pietermaritzburg
  ['3600', '3660'], // Pinetown
  ['4000', '4199'], // Durban, Amanzimtoti
  ['4300', '4449'], // Umhlanga, Ballito
  ['5099', '5100'], // Mthatha
  ['5200', '5259'], // East London
  ['6000', '6099'], // Gqeberha
  ['6529', '6530'], // George
  ['7100', '7199'], // Somerset West
  ['7400', '8099'], // Cape Town, Stellenbosch, Paarl
  ['8800', '8801'], // Upington
  ['9300', '9399'], // Bloemfontein
] as const;

/** Returns the town of a postal code in one of the certain ranges; undefined for any other. */
function certainTown(typed: string): Town | undefined {
  const postcode = cleanNumber(typed);
  const isCertain = certainRanges.some(([from, to]) => from <= postcode && postcode <= to);
  return isCertain ? townOfPostcode(postcode) : undefined;
}

/** Places farther apart than this, in kilometres, never share a postal code. */
const maxTownKm = 100;

/**
 * Returns the town of a postal code that certainly does not belong to the typed city; undefined if it may, or if either
 * is unknown.
 */
export function findPostcodeMismatch(city: string, postcode: string): string | undefined {
  const town = certainTown(postcode)?.city;
  const area = findPlace(cleanNumber(postcode));
  const cities = placesNamed(city);
  if (!town || !area || cities.length === 0) return undefined;
  return cities.every((place) => distanceKm(place, area) > maxTownKm) ? town : undefined;
}

/** Returns the code of the province of a postal code that is certainly not in the chosen one; undefined if it may be. */
export function findProvinceMismatch(region_code: string, postcode: string): string | undefined {
  const province = certainTown(postcode)?.region_code;
  return region_code && province !== region_code ? province : undefined;
}
