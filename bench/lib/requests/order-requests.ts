import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';
import { addOf, type CartRequest } from './cart-requests.ts';

const json = { 'content-type': 'application/json' };
const address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['12 Long Street', '4B'], suburb: 'Gardens' },
  ...{ city: 'Cape Town', region: 'Western Cape', region_code: 'ZA-WC', postcode: '8001', country_id: 'ZA' },
  ...{ telephone: '0821234567' },
};

/** Another client IP for each order, because orders are limited per client IP. */
export const freshClientIp = (): Record<string, string> => ({
  'x-forwarded-for': `10.${Array.from({ length: 3 }, () => randomInt(256)).join('.')}`,
});

/**
 * A guest's whole order: cart, three lines, address and shipping method, payment methods, placing.
 * @param last the previous response
 */
export function* wholeOrder(skus: readonly string[], last: () => string): Generator<CartRequest> {
  const from = freshClientIp();
  yield { method: 'POST', path: '/api/cart/create', headers: { ...json, ...from }, body: '{}' };
  const cart = { 'x-cart-token': JSON.parse(last()).result as string, ...from };
  const at = randomInt(skus.length);
  const lineSkus = [0, 1, 2].map((more) => skus[(at + more) % skus.length]!);
  for (const sku of lineSkus) yield addOf(sku, cart);
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
  yield orderRequest(lineSkus, cart);
}

/** An order of a cart created by `fillCarts`. */
export function orderOfToken(series: string, index: number, from: Record<string, string>): CartRequest {
  return orderRequest(filled(series), { 'x-cart-token': tokenOf(series, index), ...from });
}

function orderRequest(skus: readonly string[], cart: Record<string, string>): CartRequest {
  const order_id = randomUUID();
  // Each order has another e-mail address, because mails per address are limited.
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

/** The token of a cart in a series. */
export const tokenOf = (series: string, index: number): string => `bench-${series}-${index}`;

/** Stock that does not run out. */
export async function fillStock(db: Db): Promise<void> {
  await sql`update stock set qty = 10000000, is_in_stock = true where manage_stock`.execute(db);
}

/** Creates many guest carts with three lines each. */
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
