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
    ['Nowhere', '2000'],
    ['Cape Town', '200'],
    ['', '2000'],
  ] as const)
    expect([city, findPostcodeMismatch(city, postcode)]).toEqual([city, undefined]);
});

test('findProvinceMismatch returns the province of a postal code that belongs to another one', () => {
  const mismatch = (region: string, city: string, postcode: string) =>
    findProvinceMismatch(region, { city, postcode });
  expect(mismatch('ZA-GP', 'Cape Town', '8001')).toBe('ZA-WC');
  expect(mismatch('ZA-GP', '', ' 8001')).toBe('ZA-WC');
  expect(mismatch('ZA-WC', 'Johannesburg', '2196')).toBe('ZA-GP');
  for (const [region, city, postcode] of [
    ['ZA-WC', 'Cape Town', '8001'],
    ['', 'Cape Town', '8001'],
    ['ZA-GP', 'Cape Town', '800'],
    // The ranges of postal codes are not exact at the border of two provinces.
    ['ZA-FS', 'Sasolburg', '1930'],
  ] as const)
    expect([region, city, mismatch(region, city, postcode)]).toEqual([region, city, undefined]);
});
