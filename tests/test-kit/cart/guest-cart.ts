import { freshAddress } from '../accounts/customers.ts';
import type { TestResponse, TestShop } from '../shop/test-shop.ts';

/** A cart item as tests read it. */
export interface Item {
  item_id: number;
  sku: string;
  parentSku: string;
  qty: number;
  price_incl_tax: number;
  row_total_incl_tax: number;
  problems: string[];
}

/** A cart with methods to use it. */
export interface TestCart {
  token: string;
  headers: Record<string, string>;
  pull(): Promise<Item[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  totals(): Promise<any>;
  update(cartItem: object, more?: Record<string, string>): Promise<TestResponse>;
  delete(cartItem: object, more?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body?: object, more?: Record<string, string>): Promise<TestResponse>;
  get(path: string): Promise<TestResponse>;
}

/** Creates a cart, of a guest or with the caller's headers. */
export async function newCart(
  shop: Pick<TestShop, 'get' | 'post'>,
  caller: Record<string, string> = {},
): Promise<TestCart> {
  const { body } = await shop.post('/api/cart/create', {}, caller);
  return cartOf(shop, body.result as string, caller);
}

/** Creates a guest's cart from a fresh client IP, with one unit of each sku. */
export async function cartWith(
  shop: Pick<TestShop, 'get' | 'post'>,
  ...skus: readonly string[]
): Promise<TestCart> {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  for (const sku of skus) {
    const { status, body } = await cart.update({ sku, qty: 1 });
    if (status !== 200) throw new Error(`${sku} was refused: ${JSON.stringify(body)}`);
  }
  return cart;
}

/** A cart by its token. */
export function cartOf(
  shop: Pick<TestShop, 'get' | 'post'>,
  token: string,
  caller: Record<string, string> = {},
): TestCart {
  const headers = { 'x-cart-token': token, ...caller };
  const post: TestCart['post'] = (path, body = {}, more = {}) =>
    shop.post(path, body, { ...headers, ...more });
  return {
    token,
    headers,
    pull: async () => (await shop.get('/api/cart/pull', headers)).body.result as Item[],
    totals: async () => (await shop.get('/api/cart/totals', headers)).body.result,
    update: (cartItem, more) => post('/api/cart/update', { cartItem }, more),
    delete: (cartItem, more) => post('/api/cart/delete', { cartItem }, more),
    post,
    get: (path) => shop.get(path, headers),
  };
}

/** A new idempotency key. */
export const newKey = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });
