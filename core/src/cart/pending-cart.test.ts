import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productOption } from '../catalogue/product-option.ts';
import { type LineIdentity, lineKey, readQuantity } from './cart-line.ts';
import { type CartEntry, withPending } from './pending-cart.ts';

const plain = (sku: string): LineIdentity => ({ sku, product_option: productOption() });
const key = (sku: string) => lineKey(plain(sku));
const entry = (of: object) => ({ id: 'x', at: 0, ...of }) as CartEntry;
const seen = (confirmed: string[], entries: CartEntry[]) =>
  withPending(
    confirmed.map((sku) => ({ ...plain(sku), qty: 1 })),
    entries,
  ).map(({ sku, qty, pending }) => `${qty} ${sku}${pending ? ' …' : ''}`);

describe('lineKey (wire contract 5.2)', () => {
  test('is the same for the same product and options in any order', () => {
    const first = productOption({ custom_options: [value('1', 'a'), value('2', 'b')] });
    const second = productOption({ custom_options: [value('2', 'b'), value('1', 'a')] });
    expect(lineKey({ sku: 'A', product_option: first })).toBe(lineKey({ sku: 'A', product_option: second }));
    expect(lineKey({ sku: 'A', product_option: first })).not.toBe(key('A'));
  });

  test('ignores the attributes by which a variant was chosen, because the variant has its own sku', () => {
    const chosen = productOption({ configurable_item_options: [value('93', '58')] });
    expect(lineKey({ sku: 'TEE-RED', product_option: chosen })).toBe(key('TEE-RED'));
  });

  test('cannot be forged by the text of an option', () => {
    const tricky = productOption({ custom_options: [value('1', 'a","o2=b')] });
    const two = productOption({ custom_options: [value('1', 'a'), value('2', 'b')] });
    expect(lineKey({ sku: 'A', product_option: tricky })).not.toBe(
      lineKey({ sku: 'A', product_option: two }),
    );
  });
});

const value = (option_id: string, option_value: string) => ({ option_id, option_value });

describe('withPending', () => {
  test('applies pending entries to the confirmed cart', () => {
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

  test('removes a line at quantity 0, and a removed product can be added later', () => {
    expect(seen(['OATS'], [entry({ kind: 'set', key: key('OATS'), qty: 0 })])).toEqual([]);
    const after = [
      entry({ kind: 'remove', key: key('OATS') }),
      entry({ kind: 'add', line: plain('TEA'), qty: 1 }),
    ];
    expect(seen(['OATS'], after)).toEqual(['1 TEA …']);
  });

  test('replaces a line with another variant, or merges it into an equal line (CART-6)', () => {
    const change = (to: string) => entry({ kind: 'change', key: key('RED'), line: plain(to), qty: 2 });
    expect(seen(['RED', 'OATS'], [change('GREEN')])).toEqual(['2 GREEN …', '1 OATS']);
    expect(seen(['RED', 'GREEN'], [change('GREEN')])).toEqual(['3 GREEN …']);
  });

  test('ignores an entry for a line that no longer exists', () => {
    fc.assert(
      fc.property(fc.constantFrom('set', 'remove', 'change'), (kind) => {
        const stale = entry({ kind, key: key('GONE'), qty: 3, line: plain('NEW') });
        expect(seen(['OATS'], [stale])).toEqual(['1 OATS']);
      }),
    );
  });

  test('never has a quantity below 1 or two equal lines', () => {
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

test('readQuantity accepts whole numbers only, as a number or as text', () => {
  expect([3, '3', ' 12 ', 0].map(readQuantity)).toEqual([3, 3, 12, 0]);
  for (const wrong of [-1, 1.5, 2 ** 53, '1e3', '', null, undefined, Number.NaN, {}, '0x10']) {
    expect(readQuantity(wrong)).toBeUndefined();
  }
});
