import { describe, expect, test } from 'vitest';
import { openingAt, readHours, wallTime } from './opening-hours.ts';

const claremont = 'Mo-Fr 08:00-19:00; Sa 08:00-17:00; Su 09:00-14:00';
const knysna = readHours('Mo-Fr 08:30-17:30; Sa 08:30-14:00')!;
const at = (day: number, time: string) => {
  const [hour, minute] = time.split(':').map(Number);
  return { day, minute: hour! * 60 + minute! };
};

describe('opening hours of a store (STORE-1, spec D9)', () => {
  test('readHours reads each day, and omitted days are closed', () => {
    expect(readHours(claremont)?.map((spans) => spans.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(knysna[6]).toEqual([]);
    expect(knysna[5]).toEqual([{ from: 510, to: 840 }]);
    expect(readHours('')).toEqual([[], [], [], [], [], [], []]);
    expect(readHours('Sa-Mo 09:00-10:00')?.map((spans) => spans.length)).toEqual([1, 0, 0, 0, 0, 1, 1]);
  });

  test('readHours accepts a break at noon, in any order', () => {
    expect(readHours('Mo 14:00-18:00; Mo 08:00-12:00')?.[0]).toEqual([
      { from: 480, to: 720 },
      { from: 840, to: 1080 },
    ]);
  });

  test.each([
    'always',
    'Mo 8:00-17:00',
    'Mo 17:00-08:00',
    'Mo 08:00-24:30',
    'Mo 08:60-10:00',
    'Xx 08:00-09:00',
  ])('readHours rejects «%s»', (text) => expect(readHours(text)).toBeUndefined());

  test('openingAt returns the closing time; the closing minute counts as closed', () => {
    expect(openingAt(knysna, at(0, '08:30'))).toEqual({ open: true, closesAt: 1050 });
    expect(openingAt(knysna, at(0, '17:29'))).toEqual({ open: true, closesAt: 1050 });
    expect(openingAt(knysna, at(0, '17:30'))).toEqual({ open: false, next: at(1, '08:30') });
  });

  test('openingAt returns the next opening, across closed days and the end of the week', () => {
    expect(openingAt(knysna, at(2, '06:00'))).toEqual({ open: false, next: at(2, '08:30') });
    expect(openingAt(knysna, at(5, '15:00'))).toEqual({ open: false, next: at(0, '08:30') });
    expect(openingAt(readHours('We 09:00-10:00')!, at(2, '11:00'))).toEqual({
      open: false,
      next: at(2, '09:00'),
    });
    expect(openingAt(readHours('')!, at(2, '11:00'))).toEqual({ open: false });
  });

  test('wallTime uses the shop’s time zone, not the host’s', () => {
    // Friday evening in London is Saturday in Johannesburg.
    expect(wallTime(new Date('2026-11-20T22:30:00Z'), 'Africa/Johannesburg')).toEqual(at(5, '00:30'));
    expect(wallTime(new Date('2026-11-22T10:05:00Z'), 'Africa/Johannesburg')).toEqual(at(6, '12:05'));
  });
});
