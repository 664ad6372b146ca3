import { newCart } from '../cart/guest-cart.ts';
import { order } from '../orders/order-body.ts';
import { search } from '../shop/small-shop.ts';
import type { TestShop } from '../shop/test-shop.ts';

/** What shoppers see of a product: its document, its lists and a cart with it. */

export async function documentOf(shop: TestShop, sku: string, index = 'fynbos') {
  const { items } = await search(shop, { filters: { sku: { eq: sku } } }, index);
  return items[0];
}

/** A field of the document, in a store view if an index is given. */
export const field =
  (name: string, index?: string) =>
  async (shop: TestShop, sku: string): Promise<unknown> =>
    (await documentOf(shop, sku, index))?.[name];

/** The labels of the options that a product has of an attribute. */
export const labels = (code: string) => async (shop: TestShop, sku: string) => {
  const { items, attributeMetadata } = await search(shop, { filters: { sku: { eq: sku } } });
  const known = attributeMetadata.find((meta: { attribute_code: string }) => meta.attribute_code === code);
  return [items[0][code] ?? []]
    .flat()
    .map((value) => known.options.find((option: { value: string }) => option.value === value).label);
};

/** Whether a search with these conditions finds the product. */
export const isFound = (body: object) => async (shop: TestShop, sku: string) => {
  const { items } = await search(shop, { size: 500, ...body });
  return items.some((item: { sku: string }) => item.sku === sku);
};

/** The linked SKUs and quantities of one type. */
export const linked = (type: string) => async (shop: TestShop, sku: string) =>
  (await documentOf(shop, sku)).product_links
    .filter((link: { link_type: string }) => link.link_type === type)
    .map((link: { linked_product_sku: string; qty: number }) => `${link.linked_product_sku}:${link.qty}`);

/** What the cart says of this quantity: `ok` or the problem. */
export const cartTakes =
  (qty: number, more: object = {}) =>
  async (shop: TestShop, sku: string): Promise<string> => {
    const { status, body } = await (await newCart(shop)).update({ sku, qty, ...more });
    return status === 200 ? 'ok' : body.meta.problem;
  };

/** What an order of one unit says: `ok` or the problem. */
export async function ordering(shop: TestShop, sku: string): Promise<string> {
  const cart = await newCart(shop);
  await cart.update({ sku, qty: 1 });
  const { status, body } = await order(cart);
  return status === 200 ? 'ok' : body.meta.problem;
}

/** Price with tax of one unit in a cart of this quantity. */
export const cartPrice =
  (qty = 1, more: object = {}) =>
  async (shop: TestShop, sku: string): Promise<unknown> => {
    const cart = await newCart(shop);
    const { body } = await cart.update({ sku, qty, ...more });
    return (await cart.pull())[0]?.price_incl_tax ?? body;
  };

/** The totals of a cart with one unit. */
export const cartTotal = (name: string) => async (shop: TestShop, sku: string) => {
  const cart = await newCart(shop);
  await cart.update({ sku, qty: 1 });
  return (await cart.totals())[name];
};
