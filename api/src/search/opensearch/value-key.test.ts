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

test('a value is read back as it was written', () => {
  fc.assert(
    fc.property(scalar, (value) => {
      expect(valueIn(valueKey(value))).toBe(String(value));
    }),
  );
});

test('keys sort as the engine in this process does: numbers by size, then texts by their letters', () => {
  const byUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  fc.assert(
    fc.property(scalar, scalar, (one, other) => {
      const [a, b] = [numberIn(String(one)), numberIn(String(other))];
      const order = byUnits(valueKey(one), valueKey(other));
      if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) expect(order).toBe(a < b ? -1 : 1);
      if (Number.isNaN(a) && !Number.isNaN(b)) expect(order).toBe(1);
      if (Number.isNaN(a) && Number.isNaN(b)) expect(order).toBe(byUnits(String(one), String(other)));
    }),
  );
});

test('a pattern finds what contains a text, in whatever capitals, and takes no sign for another', () => {
  // What Lucene and JavaScript write alike; a dot of Lucene's finds every sign.
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
