import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productOption } from '../catalogue/product-option.ts';
import { type CartEntry, withPending } from './entry.ts';
import { type LineIdentity, lineKey, readQuantity } from './line.ts';

const plain = (sku: string): LineIdentity => ({ sku, product_option: productOption() });
const key = (sku: string) => lineKey(plain(sku));
const entry = (of: object) => ({ id: 'x', at: 0, ...of }) as CartEntry;
const seen = (confirmed: string[], entries: CartEntry[]) =>
  withPending(
    confirmed.map((sku) => ({ ...plain(sku), qty: 1 })),
    entries,
  ).map(({ sku, qty, pending }) => `${qty} ${sku}${pending ? ' …' : ''}`);

describe('two lines are the same (wire contract 5.2)', () => {
  test('by the product and what was chosen of it, in whatever order it was written', () => {
    const one = productOption({ custom_options: [value('1', 'a'), value('2', 'b')] });
    const other = productOption({ custom_options: [value('2', 'b'), value('1', 'a')] });
    expect(lineKey({ sku: 'A', product_option: one })).toBe(lineKey({ sku: 'A', product_option: other }));
    expect(lineKey({ sku: 'A', product_option: one })).not.toBe(key('A'));
  });

  test('whatever attributes a variant was chosen by: it is its own sku', () => {
    const chosen = productOption({ configurable_item_options: [value('93', '58')] });
    expect(lineKey({ sku: 'TEE-RED', product_option: chosen })).toBe(key('TEE-RED'));
  });

  test('and a text cannot pretend to be another option', () => {
    const tricky = productOption({ custom_options: [value('1', 'a","o2=b')] });
    const two = productOption({ custom_options: [value('1', 'a'), value('2', 'b')] });
    expect(lineKey({ sku: 'A', product_option: tricky })).not.toBe(
      lineKey({ sku: 'A', product_option: two }),
    );
  });
});

const value = (option_id: string, option_value: string) => ({ option_id, option_value });

describe('the cart as the shopper sees it', () => {
  test('is what was confirmed, and what was done since on top of it', () => {
    expect(
      seen(
        ['OATS', 'MILK'],
        [
          entry({ kind: 'add', line: plain('OATS'), qty: 2 }),
          entry({ kind: 'remove', key: key('MILK') }),
          entry({ kind: 'add', line: plain('TEA'), qty: 1 }),
          entry({ kind: 'set', key: key('TEA'), qty: 5 }),
        ],
      ),
    ).toEqual(['3 OATS …', '5 TEA …']);
  });

  test('quantity 0 removes, and what is removed can be added again', () => {
    expect(seen(['OATS'], [entry({ kind: 'set', key: key('OATS'), qty: 0 })])).toEqual([]);
    const after = [
      entry({ kind: 'remove', key: key('OATS') }),
      entry({ kind: 'add', line: plain('TEA'), qty: 1 }),
    ];
    expect(seen(['OATS'], after)).toEqual(['1 TEA …']);
  });

  test('another variant takes the place of a line, or joins the line that is the same already (CART-6)', () => {
    const change = (to: string) => entry({ kind: 'change', key: key('RED'), line: plain(to), qty: 2 });
    expect(seen(['RED', 'OATS'], [change('GREEN')])).toEqual(['2 GREEN …', '1 OATS']);
    expect(seen(['RED', 'GREEN'], [change('GREEN')])).toEqual(['3 GREEN …']);
  });

  test('something done to a line that is gone changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom('set', 'remove', 'change'), (kind) => {
        const gone = entry({ kind, key: key('GONE'), qty: 3, line: plain('NEW') });
        expect(seen(['OATS'], [gone])).toEqual(['1 OATS']);
      }),
    );
  });

  test('never has a quantity below 1 or two lines that are the same', () => {
    const skus = fc.constantFrom('A', 'B', 'C');
    const anything = fc.oneof(
      fc.record({ kind: fc.constant('add'), line: skus.map(plain), qty: fc.nat(5) }),
      fc.record({ kind: fc.constant('set'), key: skus.map(key), qty: fc.nat(5) }),
      fc.record({ kind: fc.constant('remove'), key: skus.map(key) }),
      fc.record({ kind: fc.constant('change'), key: skus.map(key), line: skus.map(plain), qty: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(anything), (entries) => {
        const lines = withPending([{ ...plain('A'), qty: 2 }], entries.map(entry));
        expect(lines.every(({ qty }) => Number.isInteger(qty) && qty > 0)).toBe(true);
        expect(new Set(lines.map((line) => line.key)).size).toBe(lines.length);
      }),
    );
  });
});

test('a quantity is a whole number, as a number or as text', () => {
  expect([3, '3', ' 12 ', 0].map(readQuantity)).toEqual([3, 3, 12, 0]);
  for (const wrong of [-1, 1.5, 2 ** 53, '1e3', '', null, undefined, Number.NaN, {}, '0x10']) {
    expect(readQuantity(wrong)).toBeUndefined();
  }
});
