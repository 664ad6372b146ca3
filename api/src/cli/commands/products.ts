import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import { changeCatalogue } from '../../catalogue/catalogue-change.ts';
import type { ProductRow } from '../../catalogue/documents/catalogue-store.ts';
import { dependentsOf, listProducts, placeOf, removeProduct } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { countOrdersOfProduct } from '../../orders/records/sales-read-store.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { shopTime } from '../format/shop-time.ts';
import {
  type AdminCommands,
  type AdminShop,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from './admin-command.ts';
import { describePrices } from './prices.ts';
import { changeRow, getProduct } from './product-lookup.ts';
import { describeStock } from './stock.ts';

const takeOffSale: AdminCommands[string] = {
  args: 'SKU',
  does: 'take a product off sale at once, also in carts, and remove its page',
  run: (shop, args) => setStatus(shop, takeCommandArgs(args, 1)[0], false),
};
const putOnSale: AdminCommands[string] = {
  args: 'SKU',
  does: 'put a product on sale again',
  run: (shop, args) => setStatus(shop, takeCommandArgs(args, 1)[0], true),
};

/** `npm run admin -- products …`. Other changes of products are made by the import (docs/import.md). */
export const productCommands: AdminCommands = {
  list: {
    args: '[--search TEXT]',
    does: 'list products whose sku or name contains TEXT, at most 100',
    async run({ db }, args) {
      const { plain, options } = takeCommandOptions(args, ['search']);
      takeCommandArgs(plain, 0);
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
      return describe(shop, await getProduct(shop.db, takeCommandArgs(args, 1)[0]));
    },
  },
  archive: takeOffSale,
  restore: putOnSale,
  disable: takeOffSale,
  enable: putOnSale,
  delete: {
    args: 'SKU --yes',
    does: 'delete a product that was never ordered, with its prices, stock and reviews',
    run: remove,
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

/**
 * Deletes a product that no order has. Its rows are deleted first: an order that takes its stock at the same time
 * either is counted, or finds no product.
 */
async function remove({ db }: AdminShop, args: readonly string[]): Promise<string[]> {
  const [sku, yes] = takeCommandArgs(args, 2);
  if (yes !== '--yes') throw new InvalidArgsError();
  const product = await getProduct(db, sku);
  const shownBy = await dependentsOf(db, product);
  await changeCatalogue(db, [product.id, ...shownBy], async (transaction) => {
    await removeProduct(transaction, product);
    const orders = await countOrdersOfProduct(transaction, product);
    if (orders > 0)
      throw new UserFacingError(
        `${sku} is part of ${orders === 1 ? '1 order' : `${orders} orders`}, which must stay complete. Take it off sale instead: npm run admin -- products archive ${sku}. Nothing was changed.`,
      );
  });
  return [`${sku} is deleted.`];
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
