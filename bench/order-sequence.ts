import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';
import { addOf, type CartAsk } from './cart-sequence.ts';

const json = { 'content-type': 'application/json' };
const address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['12 Long Street', '4B'], suburb: 'Gardens' },
  ...{ city: 'Cape Town', region: 'Western Cape', region_code: 'ZA-WC', postcode: '8001', country_id: 'ZA' },
  ...{ telephone: '0821234567' },
};

/** Every order by another shopper's machine: one alone may not place that many. */
export const freshMachine = (): Record<string, string> => ({
  'x-forwarded-for': `10.${Array.from({ length: 3 }, () => randomInt(256)).join('.')}`,
});

/**
 * A guest's whole order: cart, three lines, address and way of delivery, ways of paying, placing.
 *
 * @param last the answer before
 */
export function* wholeOrder(skus: readonly string[], last: () => string): Generator<CartAsk> {
  const from = freshMachine();
  yield { method: 'POST', path: '/api/cart/create', headers: { ...json, ...from }, body: '{}' };
  const cart = { 'x-cart-token': JSON.parse(last()).result as string, ...from };
  const at = randomInt(skus.length);
  const own = [0, 1, 2].map((more) => skus[(at + more) % skus.length]!);
  for (const sku of own) yield addOf(sku, cart);
  yield {
    method: 'POST',
    path: '/api/cart/shipping-information',
    headers: { ...json, ...cart },
    body: JSON.stringify({
      addressInformation: {
        shippingAddress: { country_id: 'ZA', region_code: 'ZA-WC', postcode: '8001' },
        ...{ shippingCarrierCode: 'courier', shippingMethodCode: 'door' },
      },
    }),
  };
  yield { method: 'GET', path: '/api/cart/payment-methods', headers: cart };
  yield orderAsk(own, cart);
}

/** An order of a cart that `fillCarts` made. */
export function orderOfToken(series: string, index: number, from: Record<string, string>): CartAsk {
  return orderAsk(filled(series), { 'x-cart-token': tokenOf(series, index), ...from });
}

function orderAsk(skus: readonly string[], cart: Record<string, string>): CartAsk {
  const order_id = randomUUID();
  // To another mailbox each: one is not written to that often.
  const place = { ...address, email: `${order_id}@example.co.za` };
  const body = {
    order_id,
    products: skus.map((sku) => ({ sku, qty: 1 })),
    addressInformation: {
      ...{ shippingAddress: place, billingAddress: place },
      ...{ shipping_carrier_code: 'courier', shipping_method_code: 'door' },
      payment_method_code: 'cashondelivery',
    },
  };
  return { method: 'POST', path: '/api/order', headers: { ...json, ...cart }, body: JSON.stringify(body) };
}

const madeOf = new Map<string, readonly string[]>();
const filled = (series: string): readonly string[] => madeOf.get(series) ?? [];

/** What opens the carts of a series, in their order. */
export const tokenOf = (series: string, index: number): string => `bench-${series}-${index}`;

/** Shelves that do not run empty. */
export async function fillShelves(db: Db): Promise<void> {
  await sql`update stock set qty = 10000000, is_in_stock = true where manage_stock`.execute(db);
}

/** Makes many carts of guests with three lines each. */
export async function fillCarts(
  db: Db,
  series: string,
  skus: readonly string[],
  count: number,
): Promise<void> {
  madeOf.set(series, skus.slice(0, 3));
  await sql`with made as (insert into cart (store_code) select '' from generate_series(1, ${count}) returning id),
    named as (select id, row_number() over (order by id) - 1 as at from made),
    tokens as (insert into cart_token (hash, cart_id)
      select sha256(convert_to(${`bench-${series}-`} || at, 'UTF8')), id from named)
    insert into cart_line (cart_id, line_key, sku, qty, product_option)
    select id, json_build_array(sku)::text, sku, 1, '{"extension_attributes":{"custom_options":[],"configurable_item_options":[],"bundle_options":[]}}'
    from named, unnest(${skus.slice(0, 3)}::text[]) as sku`.execute(db);
}
