import { describe, expect, test } from 'vitest';
import { findPostcodeMismatch, findProvinceMismatch, townNamed, townOfPostcode } from './postcode-towns.ts';

describe('townOfPostcode finds city and province', () => {
  test.each([
    ['0181', 'Pretoria', 'ZA-GP'],
    ['0299', 'Rustenburg', 'ZA-NW'],
    ['0699', 'Polokwane', 'ZA-LP'],
    ['1200', 'Mbombela', 'ZA-MP'],
    ['1947', 'Sasolburg', 'ZA-FS'],
    ['2196', 'Johannesburg', 'ZA-GP'],
    ['3201', 'Pietermaritzburg', 'ZA-KZN'],
    ['4001', 'Durban', 'ZA-KZN'],
    ['5201', 'East London', 'ZA-EC'],
    ['6001', 'Gqeberha', 'ZA-EC'],
    ['7000', 'De Aar', 'ZA-NC'],
    ['7600', 'Stellenbosch', 'ZA-WC'],
    ['7708', 'Cape Town', 'ZA-WC'],
    ['8001', 'Cape Town', 'ZA-WC'],
    ['8301', 'Kimberley', 'ZA-NC'],
    ['9301', 'Bloemfontein', 'ZA-FS'],
  ])('%s is %s', (postcode, city, region_code) => {
    expect(townOfPostcode(postcode)).toEqual({ city, region_code });
  });

  test('returns undefined for an invalid code', () => {
    expect(townOfPostcode('')).toBeUndefined();
    expect(townOfPostcode('80011')).toBeUndefined();
  });
});

test('townNamed finds a town or a suburb', () => {
  expect(townNamed('rondebosch')).toMatchObject({ city: 'Cape Town', region_code: 'ZA-WC' });
  expect(townNamed('Durban')).toMatchObject({ city: 'Durban', region_code: 'ZA-KZN' });
  expect(townNamed('Nowhere')).toBeUndefined();
});

test('findPostcodeMismatch returns the town of a postal code that belongs to another city', () => {
  expect(findPostcodeMismatch('Cape Town', '2000')).toBe('Johannesburg');
  expect(findPostcodeMismatch('cape town', ' 2196')).toBe('Johannesburg');
  // The next town, and two towns of one name in different provinces.
  for (const [city, postcode] of [
    ['Midrand', '2196'],
    ['Cape Town', '7600'],
    ['Middelburg', '1050'],
    ['Middelburg', '5900'],
    // Codes of the towns themselves, in areas that are named by a town far away.
    ['Carnarvon', '8925'],
    ['Ixopo', '3276'],
    ['Citrusdal', '7340'],
    ['Botshabelo', '9781'],
    ['Heilbron', '9650'],
    ['Nowhere', '2000'],
    ['Cape Town', '200'],
    ['', '2000'],
  ] as const)
    expect([city, findPostcodeMismatch(city, postcode)]).toEqual([city, undefined]);
});

test.each([
  ['ZA-GP', '8001', 'ZA-WC'],
  ['ZA-GP', ' 8001', 'ZA-WC'],
  ['ZA-KZN', '2000', 'ZA-GP'],
  ['ZA-WC', '2196', 'ZA-GP'],
  ['ZA-WC', '4001', 'ZA-KZN'],
  ['ZA-WC', '6001', 'ZA-EC'],
  ['ZA-NC', '9301', 'ZA-FS'],
  ['ZA-GP', '0300', 'ZA-NW'],
  ['ZA-GP', '0699', 'ZA-LP'],
  ['ZA-GP', '1200', 'ZA-MP'],
  ['ZA-FS', '8801', 'ZA-NC'],
])('findProvinceMismatch: %s is not the province of %s', (region, postcode, province) => {
  expect(findProvinceMismatch(region, postcode)).toBe(province);
});

test.each([
  ['the right province', 'ZA-WC', '8001'],
  ['no province', '', '8001'],
  ['no postal code', 'ZA-GP', '800'],
  ['Sutherland', 'ZA-NC', '6920'],
  ['Fraserburg', 'ZA-NC', '6960'],
  ['Colesberg', 'ZA-NC', '9795'],
  ['Noupoort', 'ZA-NC', '5950'],
  ['Sterkspruit', 'ZA-EC', '9762'],
  ['Barkly East', 'ZA-EC', '9786'],
  ['Burgersdorp', 'ZA-EC', '9744'],
  ['Uniondale', 'ZA-WC', '6460'],
  ['Siyabuswa', 'ZA-MP', '0472'],
  ['KwaMhlanga', 'ZA-MP', '1022'],
  ['Hebron', 'ZA-NW', '0193'],
  ['Ga-Rankuwa', 'ZA-GP', '0208'],
  ['Devon', 'ZA-GP', '2260'],
  ['Deneysville', 'ZA-FS', '1932'],
  ['Sasolburg', 'ZA-FS', '1930'],
])('findProvinceMismatch accepts what may be right: %s', (_, region, postcode) => {
  expect(findProvinceMismatch(region, postcode)).toBeUndefined();
});
