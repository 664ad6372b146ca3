import { describe, expect, test } from 'vitest';
import {
  type Configurable,
  choicesIn,
  choicesWritten,
  configured,
  configuredQuantityPrices,
  noChoices,
} from './product-configuration.ts';

const money = (incl: number) => ({
  original_price: incl,
  original_price_incl_tax: incl,
  special_price: 0,
  special_price_incl_tax: 0,
  final_price: incl,
  final_price_incl_tax: incl,
});
const part = (sku: string, incl: number, stock: object = { is_in_stock: true }) => ({
  sku,
  name: sku,
  stock,
  ...money(incl),
});
const product = (more: object) => ({
  sku: 'IT',
  type_id: 'simple',
  configurable_options: [],
  configurable_children: [],
  ...money(100),
  ...more,
});
const page = (more: object, parts: object[] = [], variant?: object) =>
  ({ product: product(more), parts, variant }) as unknown as Configurable;

const configuredFrom = (of: Configurable, query = '') =>
  configured(of, choicesIn(new URLSearchParams(query), of));

const wrap = {
  option_id: 3,
  title: 'Wrap',
  type: 'radio',
  is_require: true,
  sort_order: 1,
  values: [{ option_type_id: 7, title: 'Paper', price: 5, price_type: 'fixed', sort_order: 1 }],
};
const link = (id: string, sku: string) => ({ id, sku, option_id: 1, qty: 1, position: 1, is_default: false });
const meat = { option_id: 1, title: 'Meat', required: true, type: 'radio', position: 1 };

describe('cart lines of a configured product (wire contract 1.1, PDP-4)', () => {
  test('configured gives one line with parent, variant and options for a configurable product', () => {
    const colour = { attribute_id: '93', attribute_code: 'colour', values: [] };
    const of = page({ type_id: 'configurable', custom_options: [wrap], configurable_options: [colour] }, [], {
      sku: 'IT-RED',
      colour: '58',
      ...money(120),
    });
    const { lines, price, problems } = configuredFrom(of);
    expect(problems).toEqual({});
    expect(price.final_incl_tax).toBe(125_00);
    expect(lines).toEqual([
      {
        sku: 'IT',
        qty: 1,
        product_option: {
          extension_attributes: {
            custom_options: [{ option_id: '3', option_value: '7' }],
            configurable_item_options: [{ option_id: '93', option_value: '58' }],
            bundle_options: [],
          },
        },
      },
    ]);
  });

  test('configured gives one line with its selections for a bundle', () => {
    const of = page(
      {
        type_id: 'bundle',
        bundle_options: [{ ...meat, product_links: [link('4', 'WORS'), link('5', 'FISH')] }],
      },
      [part('WORS', 80), part('FISH', 90, { is_in_stock: true, manage_stock: true, qty: 4 })],
    );
    const { lines, available, price } = configuredFrom(of, 'b1=5&b1q=2');
    expect(lines[0]?.product_option.extension_attributes.bundle_options).toEqual([
      { option_id: 1, option_qty: 2, option_selections: ['5'] },
    ]);
    expect([available, price.final_incl_tax]).toEqual([2, 180_00]);
  });

  test('configured gives a line for each chosen part of a group', () => {
    const of = page({ type_id: 'grouped' }, [part('CURRY', 10), part('SALT', 20), part('PERI', 30)]);
    const { lines, price } = configuredFrom(of, 'g-SALT=2&g-PERI=0');
    expect(lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['CURRY', 1],
      ['SALT', 2],
    ]);
    expect(price.final_incl_tax).toBe(50_00);
  });
});

describe('configured products that cannot be bought', () => {
  test('configured reports a problem for a bundle without a required part and for a group without a price', () => {
    const incomplete = page(
      { type_id: 'bundle', bundle_options: [{ ...meat, product_links: [link('4', 'GONE')] }] },
      [{ sku: 'GONE' }],
    );
    expect(configuredFrom(incomplete)).toMatchObject({
      price: { final_incl_tax: 0 },
      problems: { bundle_options_bundleOption_1: 'not_loaded' },
    });
    const group = page({ type_id: 'grouped', ...money(0) }, [part('CURRY', 10), { sku: 'GONE' }]);
    expect(configuredFrom(group)).toMatchObject({
      price: { final_incl_tax: 0 },
      inStock: false,
      problems: { grouped_part_GONE: 'not_loaded' },
    });
  });

  test('configured is out of stock when a selection is sold out', () => {
    const of = page(
      {
        type_id: 'bundle',
        bundle_options: [{ ...meat, product_links: [link('4', 'WORS'), link('5', 'FISH')] }],
      },
      [part('WORS', 80, { is_in_stock: false }), part('FISH', 90)],
    );
    expect(configuredFrom(of).inStock).toBe(true);
    expect(configuredFrom(of, 'b1=4').inStock).toBe(false);
  });
});

test('choicesWritten omits default choices from the address', () => {
  const of = page({ custom_options: [wrap] });
  expect(choicesWritten(choicesIn(new URLSearchParams('o3=7&o3=99'), of), of)).toEqual([]);
});

describe('price tiers of a configured product', () => {
  const tier = (qty: number, value: number) => ({
    customer_group_id: 32_000,
    qty,
    value,
    value_incl_tax: value,
  });
  const tier_prices = [tier(24, 80), tier(6, 90), tier(12, 95)];

  test('configured prices a quantity by its tier, also when the product has options', () => {
    const unitAt = (of: Configurable, qty: number, query = '') =>
      configured(of, choicesIn(new URLSearchParams(query), of), qty).price.final_incl_tax;
    expect([1, 5, 6, 24].map((qty) => unitAt(page({ tier_prices }), qty))).toEqual([
      100_00, 100_00, 90_00, 80_00,
    ]);
    const wrapped = page({ tier_prices, custom_options: [wrap] });
    expect([1, 6].map((qty) => unitAt(wrapped, qty, 'o3=7'))).toEqual([105_00, 95_00]);
  });

  test('configuredQuantityPrices lists the quantities from which the price is lower, of the chosen variant', () => {
    const offers = [
      { qty: 6, unit: 90_00 },
      { qty: 24, unit: 80_00 },
    ];
    expect(configuredQuantityPrices(page({ tier_prices }), noChoices)).toEqual(offers);
    const variant = { sku: 'IT-RED', ...money(120), tier_prices: [tier(2, 110)] };
    expect(
      configuredQuantityPrices(page({ type_id: 'configurable', tier_prices }, [], variant), noChoices),
    ).toEqual([{ qty: 2, unit: 110_00 }]);
    expect(configuredQuantityPrices(page({}), noChoices)).toEqual([]);
  });
});
