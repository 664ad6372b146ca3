import { listProducts, placeOf } from '../catalogue/product-service.ts';
import { isPutTogether } from '../catalogue/put-together.ts';
import type { ProductRow } from '../catalogue/store.ts';
import type { Db } from '../db.ts';
import { type AdminCommands, type AdminShop, takeOptions, takeWords } from './admin-command.ts';
import { describePrices } from './admin-prices.ts';
import { describeShelves } from './admin-stock.ts';
import { changeRow, getProduct } from './known-product.ts';
import { shopTime } from './shop-time.ts';

/** `npm run admin -- products …`; what is more than this comes by the import (docs/import.md). */
export const productCommands: AdminCommands = {
  list: {
    words: '[--search TEXT]',
    does: 'the products whose sku or name holds TEXT, 100 at most',
    async run({ db }, words) {
      const { plain, said } = takeOptions(words, ['search']);
      takeWords(plain, 0);
      const products = await listProducts(db, said.search ?? '');
      const lines = products.map(
        (row) => `${row.sku.padEnd(24)} ${row.name}${onSale(row) ? '' : ', off sale'}`,
      );
      return [...lines, products.length === 1 ? '1 product' : `${products.length} products`];
    },
  },
  show: {
    words: 'SKU',
    does: 'one product with its prices and its stock',
    async run(shop, words) {
      return describe(shop, await getProduct(shop.db, takeWords(words, 1)[0]!));
    },
  },
  disable: {
    words: 'SKU',
    does: 'takes a product off sale at once, in carts too; its page is gone',
    run: (shop, words) => setStatus(shop, takeWords(words, 1)[0]!, false),
  },
  enable: {
    words: 'SKU',
    does: 'puts a product on sale again',
    run: (shop, words) => setStatus(shop, takeWords(words, 1)[0]!, true),
  },
};

const onSale = ({ status }: ProductRow): boolean => status === 1;

async function setStatus(shop: AdminShop, sku: string, wanted: boolean): Promise<string[]> {
  const product = await getProduct(shop.db, sku);
  const state = wanted ? 'on sale' : 'off sale';
  if (onSale(product) === wanted) return [`${sku} is ${state} already.`];
  await changeRow(shop, 'products', { sku, status: wanted ? '1' : '2' });
  return [`${sku} is ${state} now.`];
}

async function describe(shop: AdminShop, product: ProductRow): Promise<string[]> {
  const { db } = shop;
  const single = !isPutTogether(product.type_id);
  return [
    `${product.sku}  ${product.name}`,
    `  ${product.type_id}, ${onSale(product) ? 'on sale' : `off sale (status ${product.status})`}, ${seen[product.visibility]}`,
    `  /${product.url_path}, changed ${shopTime(product.updated_at)}`,
    ...(await describePlace(db, product)),
    ...(single ? await describePrices(shop, product) : []),
    ...(single ? await describeShelves(db, product.id) : []),
  ];
}

const seen: Readonly<Record<number, string>> = {
  1: 'seen only as a part of others',
  2: 'in lists',
  3: 'in the search',
  4: 'in lists and in the search',
};

async function describePlace(db: Db, product: ProductRow): Promise<string[]> {
  const { categories, variants, shownBy } = await placeOf(db, product);
  const lines = { 'stands in': categories, 'chosen from': variants, 'part of': shownBy };
  return Object.entries(lines)
    .filter(([, what]) => what.length > 0)
    .map(([how, what]) => `  ${how} ${what.join(', ')}`);
}
