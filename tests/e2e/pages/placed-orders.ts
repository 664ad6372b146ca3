import type { RunningShop } from '../fixtures/running-shop.ts';
import { send } from './customers.ts';

/** Who places an order, and what the order holds beside its products. */
export interface Orderer {
  email: string;
  /** The customer's; a guest has none. */
  headers?: Record<string, string>;
  /** Merged over the shipping address. */
  shipping?: object;
  /** Merged over the shipping address, as billing address. */
  billing?: object;
  coupon?: string;
  /** The code of the payment method; an order paid online stays unpaid. */
  payment?: string;
  /** The custom options of a product, by SKU. */
  options?: Record<string, readonly { option_id: string; option_value: string }[]>;
  /** Merged over the order. */
  more?: object;
}

interface CartLine {
  sku: string;
  qty: number;
  price_incl_tax: number;
  product_option: object;
}

/**
 * Places an order through the API, paid on delivery unless another method is named.
 * @returns the order number
 */
export async function placeOrder(
  shop: Pick<RunningShop, 'origin'>,
  quantities: Record<string, number>,
  {
    email,
    headers = {},
    shipping = {},
    billing = {},
    coupon,
    payment = 'cashondelivery',
    options = {},
    more = {},
  }: Orderer,
): Promise<string> {
  const token = await send(shop, '/api/cart/create', {}, headers);
  const cartHeaders = { ...headers, 'x-cart-token': token };
  for (const [sku, qty] of Object.entries(quantities)) {
    const product_option = { extension_attributes: { custom_options: options[sku] ?? [] } };
    const cartItem = { sku, qty, quoteId: token, product_option };
    await send(shop, '/api/cart/update', { cartItem }, cartHeaders);
  }
  if (coupon) await send(shop, `/api/cart/apply-coupon?coupon=${coupon}`, {}, cartHeaders);
  const lines = await send<CartLine[]>(shop, '/api/cart/pull', undefined, cartHeaders);
  const address = { ...capeTown, email, ...shipping };
  const order = {
    order_id: crypto.randomUUID(),
    products: lines.map(({ sku, qty, price_incl_tax, product_option }) => ({
      ...{ sku, qty, price_incl_tax, product_option },
    })),
    addressInformation: {
      shippingAddress: address,
      billingAddress: { ...address, ...billing },
      shipping_carrier_code: 'courier',
      shipping_method_code: 'door',
      payment_method_code: payment,
    },
    ...more,
  };
  return (await send<{ orderNumber: string }>(shop, '/api/order', order, cartHeaders)).orderNumber;
}

const capeTown = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['12 Long Street', '4B'], suburb: 'Gardens' },
  ...{ city: 'Cape Town', region: 'Western Cape', region_code: 'ZA-WC', postcode: '8001', country_id: 'ZA' },
  telephone: '082 123 4567',
};
