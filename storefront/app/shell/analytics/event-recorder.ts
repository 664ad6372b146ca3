import { consentedStore } from '../../platform/analytics/consented-storage.ts';
import { openTagManager, pushShopEvent, updateConsents } from '../../platform/analytics/data-layer.ts';
import { noteDropped, noteEvent } from '../../platform/analytics/event-log.ts';
import {
  eventFactsOf,
  type Facts,
  type Item,
  type PendingEvent,
  type ShopEvent,
} from '../../platform/analytics/ga4-event.ts';
import { putEvent, removeEvent, waitingEvents } from '../../platform/analytics/pending-events.ts';
import { type Happening, subscribeToEvents } from '../../platform/analytics/shop-events.ts';
import { consents, onConsents, wasChosen } from '../../platform/consent/consents.ts';
import { backoffAfter } from '../../platform/outbox/retry-triggers.ts';
import { inTurnOf, queue } from '../../platform/outbox/tab-lock.ts';
import { once } from '../../platform/state/once.ts';
import { chosenStoreName } from '../../platform/storage/chosen-store.ts';
import { cartEvents, checkoutEvent, type Made, viewEvent } from './ga4-events.ts';
import {
  confirmPurchase,
  dropPurchase,
  prunePurchases,
  purchaseEvent,
  purchases,
  purchasesKey,
  recordReported,
  reportedPurchases,
  type StoredPurchase,
  standardSeller,
  storedPurchases,
  storePurchase,
} from './stored-purchases.ts';

/** Brand and categories of products by sku, for the life of the page. */
const facts = new Map<string, Facts>();
const oneAfterAnother = queue();
const inOneTab = inTurnOf('fynbos-purchases');
/** Contents of the last checkout that was started. */
const begun = consentedStore('session', 'analytics-begun', '', (stored, inMemory) => inMemory || stored);
const all = [waitingEvents, begun, purchases, reportedPurchases];
/** How often a failed load is repeated without a new event: some browsers block every tag manager. */
const maxRetries = 3;
let retries = 0;

/**
 * Starts recording, once per document. Events are sent to the tag manager when consent and connection
 * allow.
 */
export const startRecorder = once(() => {
  // Without valid consent, no data stays behind.
  if (consents().analytics) prunePurchases();
  else dropAll();
  subscribeToEvents(record);
  onConsents(followConsents);
  addEventListener('online', () => {
    retries = 0;
    void flush();
  });
  addEventListener('storage', ({ key }) => {
    // Another tab confirmed an order.
    if (key === purchasesKey) void flush();
    // A logout cleared all personal data.
    if (key === null) dropAll();
  });
  void flush();
});

/** After a refusal nothing is measured. Before a choice, events stay in memory until the shopper consents. */
const isRefused = () => wasChosen() && !consents().analytics;

function followConsents(): void {
  updateConsents();
  if (isRefused()) dropAll();
  else {
    for (const store of all) store.settle();
    void flush();
  }
}

function dropAll(): void {
  for (const store of all) store.drop();
  noteDropped();
}

function record(happening: Happening): void {
  if (isRefused()) return;
  for (const { event, products } of eventsOf(happening)) {
    const waiting = { id: crypto.randomUUID(), event, products };
    putEvent(waiting);
    noteEvent(waiting.id, 'waiting', event);
  }
  void flush();
}

/** The events to send at once; an order is stored until it is confirmed. */
function eventsOf(happening: Happening): Made[] {
  const store = chosenStoreName();
  const seller = store ?? standardSeller;
  switch (happening.kind) {
    case 'viewed': {
      const { product, brand, crumbs } = happening.page;
      const names = crumbs.map(({ name }) => name);
      facts.set(product.sku, eventFactsOf(brand?.label, names));
      return [viewEvent(happening, seller)];
    }
    case 'cart':
      return cartEvents(happening, seller);
    case 'checkout':
      return isNewCheckout(happening) ? [checkoutEvent(happening, seller)] : [];
    case 'ordering':
      storePurchase(happening, store);
      return [];
    case 'ordered':
      confirmPurchase(happening.id, happening.number);
      begun.set('');
      return [];
  }
}

/** Reloading a checkout, or returning to it with the same cart, does not start a new one. */
function isNewCheckout({ cart: { lines } }: Extract<Happening, { kind: 'checkout' }>): boolean {
  const contents = lines.map(({ key, qty }) => `${qty} ${key}`).join(' ');
  if (contents === '' || begun.get() === contents) return false;
  begun.set(contents);
  return true;
}

const canSend = () => navigator.onLine && consents().analytics;

/** Sends waiting events in order, each once. */
function flush(): Promise<void> {
  return oneAfterAnother(async () => {
    if (!canSend()) return;
    const isOpen = await openTagManager().then(
      () => true,
      () => false,
    );
    if (!isOpen) return retryLater();
    for (let [next] = waitingEvents.get(); next && canSend(); [next] = waitingEvents.get())
      await sendNext(next);
    await inOneTab(async () => {
      for (const [id, purchase] of Object.entries(storedPurchases())) {
        const { number } = purchase;
        if (number !== undefined && canSend()) await sendPurchase(id, { ...purchase, number });
      }
    });
  });
}

/** The network may be back a moment after the browser says so. */
function retryLater(): void {
  if (retries < maxRetries) setTimeout(() => void flush(), backoffAfter(++retries, Math.random()));
}

async function sendNext({ id, event, products }: PendingEvent): Promise<void> {
  const enriched = await withFacts(event, products);
  if (!canSend()) return;
  removeEvent(id);
  pushShopEvent(enriched);
  noteEvent(id, 'sent', enriched);
}

/** Reports an order once, despite reloads and other tabs. */
async function sendPurchase(id: string, purchase: StoredPurchase & { number: string }): Promise<void> {
  const event = await withFacts(purchaseEvent(purchase, consents().marketing), purchase.listed);
  if (!canSend()) return;
  dropPurchase(id);
  if (!recordReported(purchase.number)) return;
  pushShopEvent(event);
  noteEvent(id, 'sent', event);
}

/** The event with brands and categories, where the catalogue has them. */
async function withFacts(event: ShopEvent, products: readonly string[]): Promise<ShopEvent> {
  const unknown = [...new Set(products)].filter((sku) => !facts.has(sku));
  if (unknown.length > 0) {
    const fetched = await import('./item-categories.lazy.ts')
      .then(({ fetchItemCategories }) => fetchItemCategories(unknown))
      .catch(() => {});
    if (fetched) for (const sku of unknown) facts.set(sku, fetched.get(sku) ?? {});
  }
  const known = (item: Item, index: number) => ({ ...item, ...facts.get(products[index] ?? '') });
  return { ...event, ecommerce: { ...event.ecommerce, items: event.ecommerce.items.map(known) } };
}
