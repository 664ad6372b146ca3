import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { ProductOptionBody } from './contract.ts';
import { productOption } from './product-option.ts';
import { readProductOption } from './read-product-option.ts';

const fullOption = productOption({
  custom_options: [
    { option_id: '3', option_value: '7' },
    { option_id: '4', option_value: '10,11' },
  ],
  configurable_item_options: [{ option_id: '93', option_value: '58' }],
  bundle_options: [{ option_id: 1, option_qty: 2, option_selections: ['5'] }],
});

describe('readProductOption (wire contract 1.1)', () => {
  test('returns all three lists, even when nothing was chosen', () => {
    const empty = { custom_options: [], configurable_item_options: [], bundle_options: [] };
    for (const nothing of [undefined, null, 'x', {}, { extension_attributes: null }]) {
      expect(readProductOption(nothing)).toEqual({ extension_attributes: empty });
    }
  });

  test('normalizes numbers and text, lists and maps, arrays and comma-separated values', () => {
    const loose = {
      extension_attributes: {
        custom_options: {
          3: { option_id: 3, option_value: 7 },
          4: { option_id: '4', option_value: [10, '11'] },
        },
        configurable_item_options: [{ option_id: 93, option_value: 58 }],
        bundle_options: { 1: { option_id: '1', option_qty: '2', option_selections: { 0: 5 } } },
      },
    };
    expect(readProductOption(loose)).toEqual(fullOption);
  });

  test('defaults a bundle quantity to 1 and passes an invalid one on for validation', () => {
    const read = (option_qty: unknown) =>
      readProductOption({
        extension_attributes: { bundle_options: [{ option_id: 1, option_qty, option_selections: 5 }] },
      }).extension_attributes.bundle_options;
    expect(read(undefined)).toEqual([{ option_id: 1, option_qty: 1, option_selections: ['5'] }]);
    expect(read(-1)[0]?.option_qty).toBe(-1);
    expect(read('many')[0]?.option_qty).toBeNaN();
  });

  test('never throws, and is idempotent', () => {
    const anything = fc.record({
      extension_attributes: fc.record({
        custom_options: fc.anything(),
        configurable_item_options: fc.array(
          fc.record({ option_id: fc.anything(), option_value: fc.anything() }),
        ),
        bundle_options: fc.array(
          fc.record({
            option_id: fc.oneof(fc.integer(), fc.string()),
            option_qty: fc.integer(),
            option_selections: fc.anything(),
          }),
        ),
      }),
    });
    fc.assert(
      fc.property(anything, (written) => {
        const once = readProductOption(written);
        expect(readProductOption(once)).toEqual(once);
      }),
    );
  });

  test('ProductOptionBody accepts each shape that clients send, and no other', () => {
    expect(Value.Check(ProductOptionBody, fullOption)).toBe(true);
    const map = { extension_attributes: { custom_options: { 3: { option_id: 3, option_value: 7 } } } };
    expect(Value.Check(ProductOptionBody, map)).toBe(true);
    expect(Value.Check(ProductOptionBody, {})).toBe(true);
    expect(Value.Check(ProductOptionBody, { extension_attributes: { custom_options: 'x' } })).toBe(false);
  });
});
