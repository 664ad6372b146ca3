import { changeCatalogue } from '../catalogue/change.ts';
import { Fault, readQuantity } from '../catalogue/import/cells.ts';
import { namesOf } from '../catalogue/product-service.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { adjustShelf, type Counting, lowShelves, setShelf, shelvesOf } from '../stock/counting-service.ts';
import { getStore } from '../stores/service.ts';
import { type AdminCommands, type AdminShop, takeOptions, takeWords, WrongWords } from './admin-command.ts';
import { getSingleProduct } from './known-product.ts';
import { shopTime } from './shop-time.ts';

const fewByDefault = '5';

/** `npm run admin -- stock …` */
export const stockCommands: AdminCommands = {
  show: {
    words: 'SKU',
    does: 'what there is of a product, in the shop and in its stores, and who changed it last',
    async run({ db }, words) {
      const { id, sku, name } = await getSingleProduct(db, takeWords(words, 1)[0]!);
      return [`${sku}  ${name}`, ...(await describeShelves(db, id))];
    },
  },
  low: {
    words: '[N]',
    does: `the shelves with less than N pieces (${fewByDefault}), the emptiest first, 200 at most`,
    async run({ db }, words) {
      const [below = fewByDefault] = words;
      const shelves = await lowShelves(db, readCount(takeWords([below, ...words.slice(1)], 1)[0]!));
      const ids = shelves.map(({ product_id }) => product_id);
      const names = await namesOf(db, ids);
      const lines = shelves.map(({ product_id, store_code, qty }) => {
        const { sku, name } = names.get(product_id)!;
        return `${String(qty).padStart(6)}  ${sku}${store_code ? ` (${store_code})` : ''}  ${name}`;
      });
      return [...lines, shelves.length === 1 ? '1 shelf' : `${shelves.length} shelves`];
    },
  },
  set: {
    words: 'SKU QTY [--store CODE] [--note TEXT]',
    does: 'writes down what was counted on a shelf; a store has a shelf of its own from then on',
    async run(shop, words) {
      const { plain, said } = takeOptions(words, ['store', 'note']);
      const [sku, qty] = takeWords(plain, 2);
      const count = readCount(qty!);
      const { counting, place } = await counter(shop, sku!, said);
      const before = await changeCatalogue(shop.db, [counting.product_id], (transaction) =>
        setShelf(transaction, count, counting),
      );
      return [`${place} has ${count} now (before: ${before ?? 'not counted'}).`];
    },
  },
  adjust: {
    words: 'SKU ±N [--store CODE] [--note TEXT]',
    does: 'adds what came (+12), or takes away what was lost (-3); never below 0',
    async run(shop, words) {
      const { plain, said } = takeOptions(words, ['store', 'note']);
      const [sku, typed] = takeWords(plain, 2);
      if (!/^[+-]\d/.test(typed!)) throw new WrongWords();
      const size = readCount(typed!.slice(1));
      const { counting, place } = await counter(shop, sku!, said);
      const change = typed!.startsWith('-') ? -size : size;
      const qty = await changeCatalogue(shop.db, [counting.product_id], async (transaction) => {
        const there = await adjustShelf(transaction, change, counting);
        if (there === undefined) throw await refusal(transaction, counting, place, typed!);
        return there;
      });
      return [`${place} has ${qty} now (${typed}).`];
    },
  },
};

/** The shelves of a product, a line each, and what was last done to them. */
export async function describeShelves(db: Db, productId: number): Promise<string[]> {
  const { shop, stores, changes } = await shelvesOf(db, productId);
  return [
    `  shop  ${shop ? shelf(shop) : 'nothing is known of its stock'}`,
    ...stores.map(({ store_code, ...row }) => `  ${store_code}  ${shelf({ ...row, manage_stock: true })}`),
    ...changes.map(
      ({ occurred_at, change, qty, store_code, actor, note }) =>
        `  ${shopTime(occurred_at)}  ${change > 0 ? '+' : ''}${change}${store_code && ` in ${store_code}`}, ${qty} then, ${actor}${note && `: ${note}`}`,
    ),
  ];
}

function shelf(row: {
  qty: number;
  is_in_stock: boolean;
  manage_stock: boolean;
  backorders?: number;
}): string {
  const sold = row.is_in_stock ? 'in stock' : 'sold out';
  if (!row.manage_stock) return `${sold}, not counted`;
  return `${row.qty}, ${sold}${row.backorders ? ', may be ordered without end' : ''}`;
}

async function counter(
  { db, now }: AdminShop,
  sku: string,
  { store = '', note = '' }: { store?: string; note?: string },
): Promise<{ counting: Counting; place: string }> {
  const { id } = await getSingleProduct(db, sku);
  if (store) await getKnownStore(db, store);
  if (note.length > 200) throw new StartProblem('A note has 200 letters at most.');
  return {
    counting: { product_id: id, store_code: store, note, actor: 'operator', occurred_at: now() },
    place: store ? `${sku} in ${store}` : sku,
  };
}

async function getKnownStore(db: Db, code: string): Promise<void> {
  await getStore(db, code).catch((cause) => {
    throw new StartProblem(`There is no store ${code}.`, { cause });
  });
}

/** A quantity as the import reads it. */
function readCount(text: string): number {
  const count = readQuantity(text);
  if (count instanceof Fault) throw new StartProblem(`${count.reason}. Nothing was changed.`);
  return count;
}

/** Why a shelf was not adjusted. */
async function refusal(
  db: Db,
  { product_id, store_code }: Counting,
  place: string,
  typed: string,
): Promise<StartProblem> {
  const { shop, stores } = await shelvesOf(db, product_id);
  const own = stores.find((row) => row.store_code === store_code);
  if (store_code && !own)
    return new StartProblem(
      `${place} has no shelf of its own, it sells what the shop has: give it one with stock set.`,
    );
  if (!store_code && !shop?.manage_stock)
    return new StartProblem(`${place} is not counted: say with stock set how many there are.`);
  const qty = store_code ? own!.qty : shop!.qty;
  return new StartProblem(`${place} has ${qty}, so ${typed} cannot be. Nothing was changed.`);
}
