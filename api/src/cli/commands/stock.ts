import { changeCatalogue } from '../../catalogue/catalogue-change.ts';
import { ImportError, readQuantity } from '../../catalogue/import/format/cells.ts';
import { namesOf } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import {
  adjustStock,
  type Counting,
  lowStock,
  setStock,
  stockOverviewOf,
} from '../../stock/stock-count-service.ts';
import { getStore } from '../../stores/store-service.ts';
import { shopTime } from '../format/shop-time.ts';
import {
  type AdminCommands,
  type AdminShop,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from './admin-command.ts';
import { getSingleProduct } from './product-lookup.ts';

const fewByDefault = '5';

/** `npm run admin -- stock …` */
export const stockCommands: AdminCommands = {
  show: {
    args: 'SKU',
    does: 'show the stock of a product in the shop and in its stores, with its latest changes',
    async run({ db }, args) {
      const { id, sku, name } = await getSingleProduct(db, takeCommandArgs(args, 1)[0]);
      return [`${sku}  ${name}`, ...(await describeStock(db, id))];
    },
  },
  low: {
    args: '[N]',
    does: `list stock below N units (${fewByDefault}), the lowest first, at most 200`,
    async run({ db }, args) {
      const [below = fewByDefault] = args;
      const lowEntries = await lowStock(db, readCount(takeCommandArgs([below, ...args.slice(1)], 1)[0]));
      const ids = lowEntries.map(({ product_id }) => product_id);
      const names = await namesOf(db, ids);
      const lines = lowEntries.map(({ product_id, store_code, qty }) => {
        // A foreign key binds stock to its product.
        const { sku, name } = names.get(product_id)!;
        return `${String(qty).padStart(6)}  ${sku}${store_code ? ` (${store_code})` : ''}  ${name}`;
      });
      return [...lines, lowEntries.length === 1 ? '1 item' : `${lowEntries.length} items`];
    },
  },
  set: {
    args: 'SKU QTY [--store CODE] [--note TEXT]',
    does: 'set the counted stock; a store then has stock of its own',
    async run(shop, args) {
      const { plain, options } = takeCommandOptions(args, ['store', 'note']);
      const [sku, qty] = takeCommandArgs(plain, 2);
      const count = readCount(qty);
      const { counting, place } = await counter(shop, sku, options);
      const before = await changeCatalogue(shop.db, [counting.product_id], (transaction) =>
        setStock(transaction, count, counting),
      );
      return [`${place} has ${count} now (before: ${before ?? 'not counted'}).`];
    },
  },
  adjust: {
    args: 'SKU ±N [--store CODE] [--note TEXT]',
    does: 'add received units (+12) or subtract lost ones (-3); never below 0',
    async run(shop, args) {
      const { plain, options } = takeCommandOptions(args, ['store', 'note']);
      const [sku, typed] = takeCommandArgs(plain, 2);
      if (!/^[+-]\d/.test(typed)) throw new InvalidArgsError();
      const size = readCount(typed.slice(1));
      const { counting, place } = await counter(shop, sku, options);
      const change = typed.startsWith('-') ? -size : size;
      const qty = await changeCatalogue(shop.db, [counting.product_id], async (transaction) => {
        const newQty = await adjustStock(transaction, change, counting);
        if (newQty === undefined) throw await refusal(transaction, counting, place, typed);
        return newQty;
      });
      return [`${place} has ${qty} now (${typed}).`];
    },
  },
};

/** The stock of a product, one line per place, and its latest changes. */
export async function describeStock(db: Db, productId: number): Promise<string[]> {
  const { shop, stores, changes } = await stockOverviewOf(db, productId);
  return [
    `  shop  ${shop ? stockText(shop) : 'stock unknown'}`,
    ...stores.map(
      ({ store_code, ...row }) => `  ${store_code}  ${stockText({ ...row, manage_stock: true })}`,
    ),
    ...changes.map(
      ({ occurred_at, change, qty, store_code, actor, note }) =>
        `  ${shopTime(occurred_at)}  ${change > 0 ? '+' : ''}${change}${store_code && ` in ${store_code}`}, ${qty} then, ${actor}${note && `: ${note}`}`,
    ),
  ];
}

function stockText(row: {
  qty: number;
  is_in_stock: boolean;
  manage_stock: boolean;
  backorders?: number;
}): string {
  const sold = row.is_in_stock ? 'in stock' : 'sold out';
  if (!row.manage_stock) return `${sold}, not counted`;
  return `${row.qty}, ${sold}${row.backorders ? ', can be backordered without limit' : ''}`;
}

async function counter(
  { db, now }: AdminShop,
  sku: string,
  { store = '', note = '' }: { store?: string; note?: string },
): Promise<{ counting: Counting; place: string }> {
  const { id } = await getSingleProduct(db, sku);
  if (store) await getKnownStore(db, store);
  if (note.length > 200) throw new UserFacingError('A note can have at most 200 characters.');
  return {
    counting: { product_id: id, store_code: store, note, actor: 'operator', occurred_at: now() },
    place: store ? `${sku} in ${store}` : sku,
  };
}

async function getKnownStore(db: Db, code: string): Promise<void> {
  await getStore(db, code).catch((cause) => {
    throw new UserFacingError(`There is no store ${code}.`, { cause });
  });
}

/** Parses a quantity by the rules of the import. */
function readCount(text: string): number {
  const count = readQuantity(text);
  if (count instanceof ImportError) throw new UserFacingError(`${count.reason}. Nothing was changed.`);
  return count;
}

/** Why a stock adjustment was rejected. */
async function refusal(
  db: Db,
  { product_id, store_code }: Counting,
  place: string,
  typed: string,
): Promise<UserFacingError> {
  const { shop, stores } = await stockOverviewOf(db, product_id);
  const tooLow = ({ qty }: { qty: number }) =>
    new UserFacingError(`${place} has ${qty}, so ${typed} is not possible. Nothing was changed.`);
  if (!store_code)
    return shop?.manage_stock
      ? tooLow(shop)
      : new UserFacingError(`${place} is not counted: set its quantity with stock set.`);
  const store = stores.find((row) => row.store_code === store_code);
  return store
    ? tooLow(store)
    : new UserFacingError(
        `${place} has no stock of its own and sells the stock of the shop: give it its own with stock set.`,
      );
}
