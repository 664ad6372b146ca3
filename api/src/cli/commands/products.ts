import type { ProductRow } from '../../catalogue/documents/catalogue-store.ts';
import { isComposite } from '../../catalogue/documents/composite-product.ts';
import { listProducts, placeOf } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { shopTime } from '../format/shop-time.ts';
import { type AdminCommands, type AdminShop, takeArgs, takeOptions } from './admin-command.ts';
import { describePrices } from './prices.ts';
import { changeRow, getProduct } from './product-lookup.ts';
import { describeStock } from './stock.ts';

/** `npm run admin -- products …`. Other changes of products are made by the import (docs/import.md). */
export const productCommands: AdminCommands = {
  list: {
    args: '[--search TEXT]',
    does: 'list products whose sku or name contains TEXT, at most 100',
    async run({ db }, args) {
      const { plain, options } = takeOptions(args, ['search']);
      takeArgs(plain, 0);
      const products = await listProducts(db, options.search ?? '');
      const lines = products.map(
        (row) => `${row.sku.padEnd(24)} ${row.name}${onSale(row) ? '' : ', off sale'}`,
      );
      return [...lines, products.length === 1 ? '1 product' : `${products.length} products`];
    },
  },
  show: {
    args: 'SKU',
    does: 'show one product with its prices and its stock',
    async run(shop, args) {
      return describe(shop, await getProduct(shop.db, takeArgs(args, 1)[0]!));
    },
  },
  disable: {
    args: 'SKU',
    does: 'take a product off sale at once, also in carts, and remove its page',
    run: (shop, args) => setStatus(shop, takeArgs(args, 1)[0]!, false),
  },
  enable: {
    args: 'SKU',
    does: 'put a product on sale again',
    run: (shop, args) => setStatus(shop, takeArgs(args, 1)[0]!, true),
  },
};

const onSale = ({ status }: ProductRow): boolean => status === 1;

async function setStatus(shop: AdminShop, sku: string, enabled: boolean): Promise<string[]> {
  const product = await getProduct(shop.db, sku);
  const state = enabled ? 'on sale' : 'off sale';
  if (onSale(product) === enabled) return [`${sku} is ${state} already.`];
  await changeRow(shop, 'products', { sku, status: enabled ? '1' : '2' });
  return [`${sku} is ${state} now.`];
}

async function describe(shop: AdminShop, product: ProductRow): Promise<string[]> {
  const { db } = shop;
  const single = !isComposite(product.type_id);
  return [
    `${product.sku}  ${product.name}`,
    `  ${product.type_id}, ${onSale(product) ? 'on sale' : `off sale (status ${product.status})`}, ${seen[product.visibility]}`,
    `  /${product.url_path}, changed ${shopTime(product.updated_at)}`,
    ...(await describePlace(db, product)),
    ...(single ? await describePrices(shop, product) : []),
    ...(single ? await describeStock(db, product.id) : []),
  ];
}

const seen: Readonly<Record<number, string>> = {
  1: 'visible only as part of other products',
  2: 'in lists',
  3: 'in the search',
  4: 'in lists and in the search',
};

async function describePlace(db: Db, product: ProductRow): Promise<string[]> {
  const { categories, variants, shownBy } = await placeOf(db, product);
  const relations = { 'stands in': categories, 'chosen from': variants, 'part of': shownBy };
  return Object.entries(relations)
    .filter(([, items]) => items.length > 0)
    .map(([how, items]) => `  ${how} ${items.join(', ')}`);
}
