import { saveValue, showValue } from '@fynbos/core/accounts/contract.ts';
import { mostCompared, mostViewed, mostWishes } from '@fynbos/core/accounts/value-limits.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { askCards } from './fresh-cards.ts';
import type { KeptList } from './kept-list.ts';
import { united } from './list-rules.ts';
import { type ListedProduct, listedProduct } from './listed-product.ts';
import { compareList, recentlyViewed, wishlist } from './product-lists.ts';

/** What an account keeps of a listed product (accounts/values.ts). */
interface KeptEntry {
  sku: string;
  at: string;
}

const onAccount = [
  { name: 'wishlist', list: wishlist, most: mostWishes },
  { name: 'compare', list: compareList, most: mostCompared },
  { name: 'recently-viewed', list: recentlyViewed, most: mostViewed },
];

const settleMs = 800;
let stops: (() => void)[] = [];

/**
 * After a login: each list of the browser and the one of the account become one, newest first, and every change
 * from then on is kept on the account too (ACC-6). Doing it again changes nothing.
 */
export async function mergeListsAtLogin(): Promise<void> {
  stopKeeping();
  await Promise.allSettled(onAccount.map(mergeOne));
  stops = onAccount.map(({ name, list, most }) => keepChanges(name, list, most));
}

/** At logout: the lists are the customer's, not the browser's (accounts 4.1). */
export function clearLists(): void {
  stopKeeping();
  for (const { list } of onAccount) list.set([]);
}

function stopKeeping(): void {
  for (const stop of stops) stop();
  stops = [];
}

async function mergeOne({ name, list, most }: (typeof onAccount)[number]): Promise<void> {
  const { result } = await callAsCustomer(showValue, { params: { name } });
  const kept = result ? (JSON.parse(result) as KeptEntry[]) : [];
  const merged = united(list.all(), await productsOf(kept, list.all()), most);
  list.set(merged);
  const entries = entriesOf(merged);
  if (JSON.stringify(entries) !== JSON.stringify(kept)) await save(name, entries);
}

/** The account knows skus alone; what this browser has not seen is asked for, and what is gone keeps its sku. */
async function productsOf(
  kept: readonly KeptEntry[],
  known: readonly ListedProduct[],
): Promise<ListedProduct[]> {
  const unknown = kept.filter(({ sku }) => !known.some((item) => item.sku === sku));
  const cards = unknown.length > 0 ? await askCards(unknown.map(({ sku }) => sku)) : [];
  return kept.map(({ sku, at }) => {
    const own = known.find((item) => item.sku === sku);
    if (own) return { ...own, added_at: at };
    const card = cards.find((one) => one.sku === sku) ?? nameless(sku);
    return listedProduct(card, new Date(at));
  });
}

function nameless(sku: string): Parameters<typeof listedProduct>[0] {
  const money = { final_price_incl_tax: 0, original_price_incl_tax: 0, special_price_incl_tax: 0 };
  return { id: 0, sku, type_id: 'simple', name: sku, url_path: '', image: '', ...money };
}

const entriesOf = (items: readonly ListedProduct[]): KeptEntry[] =>
  items.map(({ sku, added_at }) => ({ sku, at: added_at }));

/** Sends a list once it has been left alone for a moment. @returns how to stop */
function keepChanges(name: string, list: KeptList<ListedProduct>, most: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = list.follow(() => {
    clearTimeout(timer);
    // What does not arrive is in the browser, and joins the account at the next login.
    timer = setTimeout(() => save(name, entriesOf(list.all().slice(0, most))).catch(() => {}), settleMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function save(name: string, entries: KeptEntry[]): Promise<void> {
  await callAsCustomer(saveValue, { params: { name }, body: { value: entries } });
}
