import { saveValue, showValue } from '@fynbos/core/accounts/contract.ts';
import {
  maxComparedItems,
  maxRecentlyViewed,
  maxWishlistItems,
} from '@fynbos/core/accounts/customer-data-limits.ts';
import { united } from '../../lists/list-rules.ts';
import {
  areOf,
  clearListSyncState,
  isUnsaved,
  markJoined,
  markUnsaved,
} from '../../lists/list-sync-status.ts';
import { type ListedProduct, listedProduct } from '../../lists/listed-product.ts';
import { compareList, recentlyViewed, wishlist } from '../../lists/product-lists.ts';
import { requestCards } from '../../lists/use-current-cards.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import type { Text } from '../../platform/i18n/text.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { onSessionEnd } from '../../platform/session/session-events.ts';
import { currentSession } from '../../platform/session/session-state.ts';
import { once } from '../../platform/state/once.ts';
import { createStore } from '../../platform/state/store.ts';
import { unknownAmount } from '../../pricing/unknown-price.ts';
import { readCustomersStore } from '../../stores/state/account-store.ts';

/** A list entry stored in the account (accounts/values.ts). */
interface AccountListEntry {
  sku: string;
  at: string;
}

type AccountList = (typeof onAccount)[number];

const onAccount = [
  { name: 'wishlist', list: wishlist, max: maxWishlistItems },
  { name: 'compare', list: compareList, max: maxComparedItems },
  { name: 'recently-viewed', list: recentlyViewed, max: maxRecentlyViewed },
];

const settleMs = 800;
const stops: (() => void)[] = [];
/** The customer whose lists are merged. */
const followed = createStore<number | undefined>(undefined);
const clearAtSessionEnd = once(() => onSessionEnd(clearLists));

/** After login, merges the lists and reads the chosen store; both are released when the session ends. */
export function syncAccountLists(t: Text['t']): void {
  clearAtSessionEnd();
  if (apiSettings().currentView)
    import('../../checkout/outbox/other-store-views.lazy.ts').then(
      ({ followOtherViews }) => followOtherViews(t),
      () => {},
    );
  const session = currentSession();
  if (session.state !== 'loggedIn' || followed.get() === session.profile.id) return;
  followed.set(session.profile.id);
  void mergeListsAtLogin(session.profile.id);
  readCustomersStore().catch(() => {});
}

/**
 * At login, merges each list of the browser with that of the account, newest first (ACC-6). On later pages
 * the account's list wins, unless this browser has unsaved changes. Every later change is saved to the
 * account too.
 */
async function mergeListsAtLogin(customer: number): Promise<void> {
  stopSync();
  const joined = areOf(customer);
  if (!joined) clearListSyncState();
  markJoined(customer);
  stops.push(...onAccount.map(saveChanges));
  await Promise.allSettled(
    onAccount.map((accountList) => (joined ? followOne(accountList) : joinOne(accountList))),
  );
}

/** At logout: the lists belong to the customer, not to the browser (spec accounts 4.1). */
function clearLists(): void {
  followed.set(undefined);
  stopSync();
  clearListSyncState();
  for (const { list } of onAccount) list.set([]);
}

function stopSync(): void {
  for (const stop of stops.splice(0)) stop();
}

async function fetchEntries(name: string): Promise<AccountListEntry[]> {
  const { result } = await callAsCustomer(showValue, { params: { name } });
  // The account stores what `entriesOf` wrote.
  return result ? (JSON.parse(result) as AccountListEntry[]) : [];
}

async function joinOne({ name, list, max }: AccountList): Promise<void> {
  const accountEntries = await fetchEntries(name);
  const merged = united(list.get(), await productsOf(accountEntries, list.get()), max);
  // Setting the list saves it like any other change.
  if (!same(entriesOf(merged), entriesOf(list.get())) || !same(entriesOf(merged), accountEntries))
    list.set(merged);
}

async function followOne({ name, list, max }: AccountList): Promise<void> {
  if (isUnsaved(name)) return save({ name, list, max });
  const accountEntries = await fetchEntries(name);
  const products = same(accountEntries, entriesOf(list.get()))
    ? undefined
    : await productsOf(accountEntries, list.get());
  // A change made meanwhile is newer than the response.
  if (!products || isUnsaved(name)) return;
  list.set(products);
  markUnsaved(name, false);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The account stores skus only. Unknown products are requested; a product that no longer exists is listed
 * by its sku.
 */
async function productsOf(
  entries: readonly AccountListEntry[],
  known: readonly ListedProduct[],
): Promise<ListedProduct[]> {
  const unknown = entries.filter(({ sku }) => !known.some((item) => item.sku === sku));
  const cards = unknown.length > 0 ? await requestCards(unknown.map(({ sku }) => sku)) : [];
  return entries.map(({ sku, at }) => {
    const local = known.find((item) => item.sku === sku);
    if (local) return { ...local, added_at: at };
    const card = cards.find((candidate) => candidate.sku === sku) ?? nameless(sku);
    return listedProduct(card, new Date(at));
  });
}

function nameless(sku: string): Parameters<typeof listedProduct>[0] {
  const money = {
    final_price_incl_tax: unknownAmount,
    original_price_incl_tax: 0,
    special_price_incl_tax: 0,
  };
  return { id: 0, sku, type_id: 'simple', name: sku, url_path: '', image: '', ...money };
}

const entriesOf = (items: readonly ListedProduct[]): AccountListEntry[] =>
  items.map(({ sku, added_at }) => ({ sku, at: added_at }));

/**
 * Saves a list after a pause without changes.
 * @returns a function that stops saving
 */
function saveChanges(accountList: AccountList): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = accountList.list.subscribe(() => {
    clearTimeout(timer);
    // A failed save stays marked as unsaved, and the next page retries it.
    timer = setTimeout(() => isUnsaved(accountList.name) && save(accountList).catch(() => {}), settleMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function save({ name, list, max }: AccountList): Promise<void> {
  const value = entriesOf(list.get().slice(0, max));
  await callAsCustomer(saveValue, { params: { name }, body: { value } });
  if (same(value, entriesOf(list.get().slice(0, max)))) markUnsaved(name, false);
}
