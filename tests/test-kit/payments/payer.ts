import { checkoutId, createCheckout, createPaylink, execute } from '@fynbos/core/payments/contract.ts';
import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { freshAddress } from '../accounts/customers.ts';
import { type Item, newCart, type TestCart } from '../cart/guest-cart.ts';
import { deliveryFile, orderOf } from '../orders/order-body.ts';
import type { TestResponse, TestShop } from '../shop/test-shop.ts';

type Shop = Pick<TestShop, 'get' | 'post'>;

/** A shop that sells tea for 60 rand, single items, and a virtual gift card; delivery is 60 rand. */
export const payingFiles = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,type_id\nTEA,Tea,60.00,standard,100000,simple\nLAST,Last,60.00,zero,1,simple\nRARE,Rare,60.00,zero,1,simple\n' +
    'GIFT,Gift card,100.00,standard,,virtual\n',
  'coupons.csv': 'code,label,kind,percent,most_uses\nONCE,Once,percent,50,1\n',
  'delivery.csv': deliveryFile,
};

/** The path of the call that starts a payment. */
export const redirectPaths = {
  // The map has every code.
  ...(Object.fromEntries(
    providerCodes.map((code) => [code, createCheckout.path.replace('{provider}', code)]),
  ) as Record<ProviderCode, string>),
  ...{ card: checkoutId.path, 'local-b': createPaylink.path, wallet: execute.path },
};

/** A guest at a provider's payment page. */
export interface Payer {
  cart: TestCart;
  provider: ProviderCode;
  reference: string;
  orderId: string;
  /** The provider's id of the payment. */
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  handed: any;
  cookie: string;
  /** Headers of the browser: the cookie and the client address. */
  browser: Record<string, string>;
  /** The payment status as the shop reports it now. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  status(): Promise<any>;
}

/** Saves the pending order of a cart. */
export async function begin(
  cart: TestCart,
  provider: ProviderCode,
  ids: { order_id?: string; checkoutReference?: string } = {},
): Promise<{
  response: TestResponse;
  sent: { order_id: string; checkoutReference: string; grand_total: number };
}> {
  const sent = await orderOf(cart);
  const information = { ...sent.addressInformation, payment_method_code: provider };
  const grand_total = worth(sent.products);
  const body = {
    ...{ ...sent, ...ids, addressInformation: information, grand_total },
    checkoutReference: ids.checkoutReference ?? crypto.randomUUID(),
  };
  return { response: await cart.post('/api/order/save-pending-order', body), sent: body };
}

/** The grand total of the cart with delivery. */
const worth = (items: readonly Pick<Item, 'price_incl_tax' | 'qty'>[]): number =>
  items.reduce((sum, { price_incl_tax, qty }) => sum + price_incl_tax * qty, 60);

export function handOver(
  cart: TestCart,
  provider: ProviderCode,
  checkout: { checkoutReference: string; grand_total: number },
): Promise<TestResponse> {
  const { checkoutReference, grand_total: grandTotal } = checkout;
  return cart.post(redirectPaths[provider], { grandTotal, checkoutReference, paymentCode: provider });
}

/** Creates a guest at the provider's page, about to pay for these products. */
export async function payer(shop: Shop, provider: ProviderCode, ...skus: string[]): Promise<Payer> {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  for (const sku of skus.length > 0 ? skus : ['TEA']) await cart.update({ sku, qty: 1 });
  return payerOf(shop, cart, provider);
}

export async function payerOf(shop: Shop, cart: TestCart, provider: ProviderCode, ids = {}): Promise<Payer> {
  const { response, sent } = await begin(cart, provider, ids);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  const handed = await handOver(cart, provider, sent);
  if (handed.status !== 200) throw new Error(JSON.stringify(handed.body));
  const cookie = handed.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { checkoutReference: reference, order_id: orderId } = sent;
  const { 'x-cart-token': _, ...place } = cart.headers;
  const browser = { ...place, cookie };
  return {
    ...{ cart, provider, reference, orderId, handed: handed.body.result, cookie, browser },
    id: handed.body.result.id,
    status: async () =>
      (await shop.get(`/api/payments/${provider}/status?ref=${reference}`, browser)).body.result,
  };
}
