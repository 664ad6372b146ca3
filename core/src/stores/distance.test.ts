import { describe, expect, test } from 'vitest';
import { distanceKm, nearestFirst } from './distance.ts';
import { findPlace, placeNames } from './places.ts';

const claremont = { code: 'CPT', latitude: -33.98056, longitude: 18.46528 };
const stellenbosch = { code: 'STB', latitude: -33.93462, longitude: 18.86676 };
const braamfontein = { code: 'JHB', latitude: -26.20227, longitude: 28.04363 };

describe('distance from a place (STORE-1)', () => {
  test('distanceKm is the great-circle distance', () => {
    expect(distanceKm(claremont, claremont)).toBe(0);
    expect(distanceKm(claremont, stellenbosch)).toBeCloseTo(37.4, 0);
    expect(distanceKm(claremont, braamfontein)).toBeCloseTo(distanceKm(braamfontein, claremont), 9);
    expect(Math.round(distanceKm(claremont, braamfontein) / 10)).toBe(126);
    expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20015, 0);
  });

  test('nearestFirst puts the nearest store first', () => {
    const place = findPlace('7646')!;
    const near = nearestFirst([braamfontein, claremont, stellenbosch], place);
    expect(near.map((store) => store.code)).toEqual(['STB', 'CPT', 'JHB']);
    expect(near[0]!.km).toBeLessThan(40);
  });
});

describe('findPlace', () => {
  test.each([
    ['7708', 'Claremont'],
    ['0083', 'Pretoria'],
    ['2001', 'Johannesburg'],
    ['5099', 'Mthatha'],
    ['9999', 'Smithfield'],
    ['stellenbosch', 'Stellenbosch'],
    ['  Cape  TOWN ', 'Cape Town'],
    ['kaapstad', 'Kaapstad'],
    ['Port Elizabeth', 'Port Elizabeth'],
    ['King Williams Town', 'King William’s Town'],
    ['Bela Bela', 'Bela-Bela'],
    ['potch', 'Potchefstroom'],
    ['george', 'George'],
  ])('«%s» is %s', (typed, name) => expect(findPlace(typed)?.name.replace("'", '’')).toBe(name));

  test.each(['', 'ab', 'Atlantis Rising', '77', '77080', '<script>', '💐'])('«%s» is unknown', (typed) =>
    expect(findPlace(typed)).toBeUndefined(),
  );

  test('returns a place in South Africa for every name in the table', () => {
    for (const name of placeNames()) {
      const { latitude, longitude } = findPlace(name)!;
      expect(latitude, name).toBeLessThan(-22);
      expect(latitude, name).toBeGreaterThan(-35);
      expect(longitude, name).toBeGreaterThan(16);
      expect(longitude, name).toBeLessThan(33);
    }
  });
});
