import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containing, numberIn, valueIn, valueKey } from './value-key.ts';

const scalar = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('40', '40.0', ' 7', '\u0001x'),
);

test('valueIn reads back the value that valueKey wrote', () => {
  fc.assert(
    fc.property(scalar, (value) => {
      expect(valueIn(valueKey(value))).toBe(String(value));
    }),
  );
});

test('keys sort like the in-process engine: numbers by size, then texts by character', () => {
  const byUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  fc.assert(
    fc.property(scalar, scalar, (left, right) => {
      const [a, b] = [numberIn(String(left)), numberIn(String(right))];
      const order = byUnits(valueKey(left), valueKey(right));
      if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) expect(order).toBe(a < b ? -1 : 1);
      if (Number.isNaN(a) && !Number.isNaN(b)) expect(order).toBe(1);
      if (Number.isNaN(a) && Number.isNaN(b)) expect(order).toBe(byUnits(String(left), String(right)));
    }),
  );
});

test('containing matches a substring in any case, and treats every character literally', () => {
  // The pattern uses syntax common to Lucene and JavaScript. In Lucene a dot matches every character.
  const finds = (text: string, value: string | number) =>
    new RegExp(`^(?:${containing(text)})$`, 's').test(valueKey(value));
  expect(finds('ju', 'Jungle')).toBe(true);
  expect(finds('É', 'café')).toBe(true);
  expect(finds('50%', 'now 50% off')).toBe(true);
  expect(finds('*', 'Jungle')).toBe(false);
  expect(finds('.', 'Jungle')).toBe(false);
  expect(finds('40', 1402)).toBe(true);
  expect(finds('c0', 40)).toBe(false);
  expect(finds('', 40)).toBe(true);
  expect(containing('x'.repeat(5000))).toBeUndefined();
});
