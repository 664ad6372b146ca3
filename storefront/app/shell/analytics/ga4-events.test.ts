import { describe, expect, test } from 'vitest';
import type { CartViewLine, CartViewTotals } from '../../cart/sync/cart-view.ts';
import { newLine } from '../../cart/testing/test-cart-line.ts';
import { eventFactsOf } from '../../platform/analytics/ga4-event.ts';
import { cartEvents, checkoutEvent, viewEvent } from './ga4-events.ts';

function line(sku: string, qty: number, more: Partial<CartViewLine> = {}): CartViewLine {
  const { status: _, configured: __, ...of } = newLine(sku);
  const seen = { key: sku, qty, row: 1000 * qty, discount: 0, deals: [], problems: [], pending: false };
  return { ...of, ...seen, ...more };
}

const entry = { id: 'x', at: 0 };
const oats = (quantity: number, more = {}) => ({
  item_id: 'OATS',
  item_name: 'Product OATS',
  affiliation: 'Online',
  index: 0,
  price: 10,
  quantity,
  ...more,
});
const eventsFor = (...of: Parameters<typeof cartEvents>) => cartEvents(...of).map(({ event }) => event);

describe('cartEvents', () => {
  test('adding to the cart is an event with the added item at its price in the currency', () => {
    const added = newLine('OATS', { unit: 1999, original: 2499 });
    expect(
      eventsFor(
        { kind: 'cart', before: [], entries: [{ ...entry, kind: 'add', line: added, qty: 3 }] },
        'Online',
      ),
    ).toEqual([
      {
        event: 'add_to_cart',
        ecommerce: {
          currency: 'ZAR',
          value: 59.97,
          items: [oats(3, { price: 19.99, discount: 5 })],
        },
      },
    ]);
  });

  test.each([
    ['a larger quantity', { kind: 'set', key: 'OATS', qty: 5 }, [['add_to_cart', 3]]],
    ['a smaller quantity', { kind: 'set', key: 'OATS', qty: 1 }, [['remove_from_cart', 1]]],
    ['a removed line', { kind: 'remove', key: 'OATS' }, [['remove_from_cart', 2]]],
    [
      'a different variant',
      { kind: 'change', key: 'OATS', line: newLine('RYE'), qty: 4 },
      [
        ['remove_from_cart', 2],
        ['add_to_cart', 4],
      ],
    ],
    [
      'the same variant in a larger quantity',
      { kind: 'change', key: 'OATS', line: newLine('OATS'), qty: 3 },
      [['add_to_cart', 1]],
    ],
    ['a line that does not exist', { kind: 'remove', key: 'TEA' }, []],
  ])('cartEvents reports the difference: %s', (_, change, expected) => {
    const events = eventsFor(
      { kind: 'cart', before: [line('OATS', 2)], entries: [{ ...entry, ...change } as never] },
      'Online',
    );
    expect(events.map(({ event, ecommerce }) => [event, ecommerce.items[0]?.quantity])).toEqual(expected);
  });

  test('emptying the cart is one event', () => {
    const before = [line('OATS', 2), line('TEA', 1)];
    const entries = before.map(({ key }) => ({ ...entry, kind: 'remove' as const, key }));
    const [{ ecommerce } = { ecommerce: undefined }, ...otherEvents] = eventsFor(
      { kind: 'cart', before, entries },
      'Cape Town',
    );
    expect(otherEvents).toEqual([]);
    expect(ecommerce?.value).toBe(30);
    expect(ecommerce?.items.map(({ index, affiliation }) => [index, affiliation])).toEqual([
      [0, 'Cape Town'],
      [1, 'Cape Town'],
    ]);
  });
});

test('checkoutEvent includes promotions in line prices, the coupon where it applies, and no delivery cost', () => {
  const totals = { grandTotal: 6450, shipping: 500, coupon: 'LARDER10' } as CartViewTotals;
  const lines = [
    line('OATS', 3, { row: 2000, discount: 1000, deals: ['Buy 3, pay 2'] }),
    line('TEA', 1, { unit: 4390, original: 4390, row: 3950, discount: 440, parentSku: 'TEAS' }),
  ];
  const { event, products } = checkoutEvent({ kind: 'checkout', cart: { lines, totals } }, 'Online');
  expect(event.ecommerce).toMatchObject({ value: 59.5, coupon: 'LARDER10' });
  expect(event.ecommerce.items).toEqual([
    oats(3, { price: 6.67, discount: 3.33 }),
    {
      item_id: 'TEA',
      item_name: 'Product TEA',
      affiliation: 'Online',
      coupon: 'LARDER10',
      discount: 4.4,
      index: 1,
      price: 39.5,
      quantity: 1,
    },
  ]);
  expect(products).toEqual(['OATS', 'TEAS']);
});

test('viewEvent reports a product with the variant that its page shows', () => {
  const options = [{ attribute_code: 'size', label: 'Size', values: [{ value_index: '7', label: '500 g' }] }];
  const product = { sku: 'TEAS', name: 'Teas', configurable_options: options };
  const variant = { sku: 'TEA-500', size: '7', final_price_incl_tax: 43.9, original_price_incl_tax: 50 };
  const page = { product, brand: undefined, crumbs: [] };
  const { event, products } = viewEvent({ kind: 'viewed', page, variant } as never, 'Online');
  expect(products).toEqual(['TEAS']);
  expect(event).toEqual({
    event: 'view_item',
    ecommerce: {
      currency: 'ZAR',
      value: 43.9,
      items: [
        {
          item_id: 'TEA-500',
          item_name: 'Teas',
          affiliation: 'Online',
          item_variant: '500 g',
          discount: 6.1,
          index: 0,
          price: 43.9,
          quantity: 1,
        },
      ],
    },
  });
});

test('factsOf numbers categories as Google does, up to five', () => {
  expect(eventFactsOf('Kaapse Tuin', ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual({
    item_brand: 'Kaapse Tuin',
    item_category: 'a',
    item_category2: 'b',
    item_category3: 'c',
    item_category4: 'd',
    item_category5: 'e',
  });
  expect(eventFactsOf(undefined, [])).toEqual({});
});
