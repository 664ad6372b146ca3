import { describe, expect, test } from 'vitest';
import { deliveryTimeOf, expectedDelivery } from './expected-delivery.ts';
import { isWorkingDay } from './working-days.ts';

const expected = (title: string, orderedAt: string) => {
  const days = expectedDelivery(title, new Date(orderedAt), 'Africa/Johannesburg');
  return days && `${days.first} to ${days.last}`;
};

describe('deliveryTimeOf', () => {
  test.each([
    ['2 to 5 working days', { from: 2, to: 5, working: true }],
    ['Door courier - 2-5 business days', { from: 2, to: 5, working: true }],
    ['2 tot 5 werksdae', { from: 2, to: 5, working: true }],
    ['2 bis 5 Werktage', { from: 2, to: 5, working: true }],
    ['Da 2 a 5 giorni lavorativi', { from: 2, to: 5, working: true }],
    [
      'The one nearest to your address, 3 to 5 working days, kept for 36 hours',
      { from: 3, to: 5, working: true },
    ],
    ['1 working day', { from: 1, to: 1, working: true }],
    ['Next working day in the big cities', { from: 1, to: 1, working: true }],
    ['Am nächsten Werktag in den großen Städten', { from: 1, to: 1, working: true }],
    ['Il giorno lavorativo successivo nelle grandi città', { from: 1, to: 1, working: true }],
    ['At your store from the next day', { from: 1, to: 1, working: false }],
    ['Ab dem nächsten Tag in Ihrem Markt', { from: 1, to: 1, working: false }],
    ['Dal giorno dopo nel negozio scelto', { from: 1, to: 1, working: false }],
  ])('reads %j', (title, time) => {
    expect(deliveryTimeOf(title)).toEqual(time);
  });

  test.each(['', 'To your door', 'Kept for 3 days', '30 minutes', '2026 working days'])(
    'reads no time from %j',
    (title) => {
      expect(deliveryTimeOf(title)).toBeUndefined();
    },
  );

  test('corrects a range in the wrong order to its first number', () => {
    expect(deliveryTimeOf('5 to 2 working days')).toEqual({ from: 5, to: 5, working: true });
  });
});

describe('expectedDelivery', () => {
  test('of a collection is on days on which the store is open, and unknown without hours', () => {
    // A Saturday.
    const orderedAt = new Date('2026-11-28T10:00:00Z');
    const at = (hours?: string) =>
      expectedDelivery('From the next day', orderedAt, 'Africa/Johannesburg', hours);
    expect(at()).toEqual({ first: '2026-11-29', last: '2026-11-29' });
    expect(at('Mo-Sa 08:30-17:30')).toEqual({ first: '2026-11-30', last: '2026-11-30' });
    expect(at('Mo-Su 08:30-17:30')).toEqual({ first: '2026-11-29', last: '2026-11-29' });
    expect(at('')).toBeUndefined();
  });

  test('counts working days from the day after the order', () => {
    expect(expected('2 to 5 working days', '2026-11-26T08:00:00Z')).toBe('2026-11-30 to 2026-12-03');
    expect(expected('2 to 5 working days', '2026-11-28T20:08:00Z')).toBe('2026-12-01 to 2026-12-04');
    expect(expected('Next working day', '2026-11-27T09:00:00Z')).toBe('2026-11-30 to 2026-11-30');
  });

  test('counts every day for a method that does not speak of working days', () => {
    expect(expected('At your store from the next day', '2026-11-28T09:00:00Z')).toBe(
      '2026-11-29 to 2026-11-29',
    );
  });

  test('takes the day of the order from the time zone of the shop', () => {
    expect(expected('Next working day', '2026-11-30T21:59:59Z')).toBe('2026-12-01 to 2026-12-01');
    expect(expected('Next working day', '2026-11-30T22:00:00Z')).toBe('2026-12-02 to 2026-12-02');
  });

  test('leaves public holidays out', () => {
    expect(expected('2 to 5 working days', '2026-12-23T08:00:00Z')).toBe('2026-12-28 to 2026-12-31');
    expect(expected('Next working day', '2026-12-31T08:00:00Z')).toBe('2027-01-04 to 2027-01-04');
  });

  test('returns nothing for a method without a time', () => {
    expect(expected('To your door', '2026-11-28T09:00:00Z')).toBeUndefined();
  });
});

test.each([
  ['2026-04-03', 'Good Friday'],
  ['2026-04-06', 'Family Day'],
  ['2027-03-26', 'Good Friday'],
  ['2027-03-22', 'the Monday after Human Rights Day on a Sunday'],
  ['2026-08-10', 'the Monday after Women’s Day on a Sunday'],
  ['2026-12-16', 'Day of Reconciliation'],
  ['2026-11-28', 'a Saturday'],
  ['2026-11-29', 'a Sunday'],
])('%s, %s, is no working day', (day) => {
  expect(isWorkingDay(day)).toBe(false);
});

test.each(['2026-11-27', '2026-04-07', '2026-12-28'])('%s is a working day', (day) => {
  expect(isWorkingDay(day)).toBe(true);
});
