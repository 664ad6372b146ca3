import { freshAddress } from '../../accounts/testing/people.ts';
import type { Answered, TestShop } from '../../testing/shop.ts';

/** A line as a test reads it. */
export interface Item {
  item_id: number;
  sku: string;
  parentSku: string;
  qty: number;
  price_incl_tax: number;
  row_total_incl_tax: number;
  problems: string[];
}

/** A cart and ways to use it. */
export interface TestCart {
  token: string;
  headers: Record<string, string>;
  pull(): Promise<Item[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  totals(): Promise<any>;
  update(cartItem: object, more?: Record<string, string>): Promise<Answered>;
  delete(cartItem: object, more?: Record<string, string>): Promise<Answered>;
  post(path: string, body?: object, more?: Record<string, string>): Promise<Answered>;
  get(path: string): Promise<Answered>;
}

/** A new cart, of a guest or with what else is said of the caller. */
export async function newCart(
  shop: Pick<TestShop, 'get' | 'post'>,
  caller: Record<string, string> = {},
): Promise<TestCart> {
  const { body } = await shop.post('/api/cart/create', {}, caller);
  return cartOf(shop, body.result as string, caller);
}

/** A new cart of a guest from an address of their own, with one of each of these. */
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

/** A key no write had before. */
export const newKey = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });
