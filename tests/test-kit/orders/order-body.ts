import type { Item, TestCart } from '../cart/guest-cart.ts';
import type { TestResponse } from '../shop/test-shop.ts';

/** A deliverable address. */
export const address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['12 Long Street', '4B'], suburb: 'Gardens' },
  ...{ city: 'Cape Town', region: 'Western Cape', region_code: 'ZA-WC', postcode: '8001', country_id: 'ZA' },
  ...{ telephone: '082 123 4567', email: 'thandi@example.co.za' },
};

/** A shipping method for the small test shops: 60.00 to every address. */
export const deliveryFile =
  'carrier,method,carrier_title,method_title,needs,price_incl_tax\nvan,door,Van,Today,address,60\n';

let userCount = 0;

/** A guest's order of the given quantities by sku, as the shop's pages send it (wire contract 1.2). */
export function orderFor(
  quantities: Readonly<Record<string, number>>,
  {
    email = `shopper${++userCount}@example.co.za`,
    ...more
  }: { email?: string } & Record<string, unknown> = {},
) {
  const place = { ...address, email };
  return {
    order_id: crypto.randomUUID() as string,
    user_id: '',
    products: Object.entries(quantities).map(([sku, qty]) => ({ sku, qty })),
    addressInformation: {
      shippingAddress: place,
      billingAddress: place,
      shipping_carrier_code: 'van',
      shipping_method_code: 'door',
      payment_method_code: 'cashondelivery',
      payment_method_additional: {},
    },
    ...more,
  };
}

/** An order of these cart items, with their prices. */
export function orderOfItems(items: readonly Item[], email: string) {
  const products = items.map(({ sku, qty, price_incl_tax }) => ({ sku, qty, price_incl_tax }));
  return { ...orderFor({}, { email }), products };
}

/** An order of the contents of a cart, with its prices. */
export async function orderOf(cart: TestCart, more: object = {}) {
  return { ...orderOfItems(await cart.pull(), address.email), ...more };
}

/** Orders the contents of a cart. */
export async function order(cart: TestCart, more: object = {}): Promise<TestResponse> {
  return cart.post('/api/order', await orderOf(cart, more));
}
