import { saveValue, showValue } from '@fynbos/core/accounts/contract.ts';
import { mostCompared, mostViewed, mostWishes } from '@fynbos/core/accounts/value-limits.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { onSessionEnd } from '../accounts/session/session-events.ts';
import { currentSession } from '../accounts/session/state.ts';
import { apiSettings } from '../api-settings.ts';
import type { Text } from '../i18n/text.ts';
import { readCustomersStore } from '../stores/customer-store.ts';
import { areOf, forgetMarks, isUnsaved, markJoined, markUnsaved } from './account-marks.ts';
import { askCards } from './fresh-cards.ts';
import { united } from './list-rules.ts';
import { type ListedProduct, listedProduct } from './listed-product.ts';
import { compareList, recentlyViewed, wishlist } from './product-lists.ts';

/** What an account keeps of a listed product (accounts/values.ts). */
interface KeptEntry {
  sku: string;
  at: string;
}

type AccountList = (typeof onAccount)[number];

const onAccount = [
  { name: 'wishlist', list: wishlist, most: mostWishes },
  { name: 'compare', list: compareList, most: mostCompared },
  { name: 'recently-viewed', list: recentlyViewed, most: mostViewed },
];

const settleMs = 800;
let stops: (() => void)[] = [];
let followed: number | undefined;
onSessionEnd(clearLists);

/** Once somebody is logged in, lists are merged and the chosen store is read; both are let go of when the session ends. */
export function followCustomer(t: Text['t']): void {
  if (apiSettings().here)
    import('../checkout/other-views.ts').then(
      ({ followOtherViews }) => followOtherViews(t),
      () => {},
    );
  const session = currentSession();
  if (session.state !== 'loggedIn' || followed === session.profile.id) return;
  followed = session.profile.id;
  void mergeListsAtLogin(followed);
  readCustomersStore().catch(() => {});
}

/**
 * At the login each list of the browser and the one of the account become one, newest
 * first (ACC-6). On later pages the account is right, unless something was changed here that it has not heard of.
 * Every change from then on is kept on the account too.
 */
async function mergeListsAtLogin(customer: number): Promise<void> {
  stopKeeping();
  const joined = areOf(customer);
  if (!joined) forgetMarks();
  markJoined(customer);
  stops = onAccount.map(keepChanges);
  await Promise.allSettled(onAccount.map((one) => (joined ? followOne(one) : joinOne(one))));
}

/** At logout: the lists are the customer's, not the browser's (accounts 4.1). */
function clearLists(): void {
  followed = undefined;
  stopKeeping();
  forgetMarks();
  for (const { list } of onAccount) list.set([]);
}

function stopKeeping(): void {
  for (const stop of stops) stop();
  stops = [];
}

async function askKept(name: string): Promise<KeptEntry[]> {
  const { result } = await callAsCustomer(showValue, { params: { name } });
  return result ? (JSON.parse(result) as KeptEntry[]) : [];
}

async function joinOne({ name, list, most }: AccountList): Promise<void> {
  const kept = await askKept(name);
  const merged = united(list.all(), await productsOf(kept, list.all()), most);
  // What is written here is saved as every change is.
  if (!same(entriesOf(merged), entriesOf(list.all())) || !same(entriesOf(merged), kept)) list.set(merged);
}

async function followOne({ name, list, most }: AccountList): Promise<void> {
  if (isUnsaved(name)) return save({ name, list, most });
  const kept = await askKept(name);
  const products = same(kept, entriesOf(list.all())) ? undefined : await productsOf(kept, list.all());
  // A change made meanwhile is newer than the answer.
  if (!products || isUnsaved(name)) return;
  list.set(products);
  markUnsaved(name, false);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

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
function keepChanges(one: AccountList): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = one.list.follow(() => {
    markUnsaved(one.name, true);
    clearTimeout(timer);
    // What does not arrive stays marked, and is sent by the next page.
    timer = setTimeout(() => isUnsaved(one.name) && save(one).catch(() => {}), settleMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function save({ name, list, most }: AccountList): Promise<void> {
  const value = entriesOf(list.all().slice(0, most));
  await callAsCustomer(saveValue, { params: { name }, body: { value } });
  if (same(value, entriesOf(list.all().slice(0, most)))) markUnsaved(name, false);
}
