import { consents, onConsents, wasChosen } from '../consent/consents.ts';
import { inTurnOf, queue } from '../offline/one-tab.ts';
import { chosenStoreName } from '../stores/chosen-store.ts';
import { type Happening, hearHappenings } from './announce.ts';
import { openTagManager, tell, updateConsents } from './data-layer.ts';
import { noteDropped, noteEvent } from './event-log.ts';
import { cartEvents, checkoutEvent, type Made, viewEvent } from './events.ts';
import { keptAfterYes } from './kept-after-yes.ts';
import {
  confirmPurchase,
  dropPurchase,
  type KeptPurchase,
  keepPurchase,
  keptPurchases,
  prunePurchases,
  purchaseEvent,
  purchases,
  purchasesKey,
  rememberTold,
  standardSeller,
  toldPurchases,
} from './kept-purchases.ts';
import { type Facts, factsOf, type Item, type ShopEvent, type Waiting } from './shop-event.ts';
import { putEvent, takeEvent, waitingEvents } from './waiting-events.ts';

/** What is known of products, by sku, while the page lives. */
const facts = new Map<string, Facts>();
const oneAfterAnother = queue();
const inOneTab = inTurnOf('fynbos-purchases');
/** What the checkout that was begun last held. */
const begun = keptAfterYes(
  () => sessionStorage,
  'analytics-begun',
  '',
  (kept, here) => here || kept,
);
const all = [waitingEvents, begun, purchases, toldPurchases];
let isStarted = false;

/** Takes down what happens, once a document, and tells the tag manager of it when that is allowed and possible. */
export function startRecorder(): void {
  if (isStarted) return;
  isStarted = true;
  // An answer that does not hold any more leaves nothing behind.
  if (consents().analytics) prunePurchases();
  else dropAll();
  hearHappenings(take);
  onConsents(followConsents);
  addEventListener('online', () => void flush());
  addEventListener('storage', ({ key }) => {
    // Another tab confirmed an order.
    if (key === purchasesKey) void flush();
    // Somebody logged out: everything personal was forgotten.
    if (key === null) dropAll();
  });
  void flush();
}

/** Whoever said no is not measured; what whoever said nothing does is known to their page alone, until they say yes. */
const isRefused = () => wasChosen() && !consents().analytics;

function followConsents(): void {
  updateConsents();
  if (isRefused()) dropAll();
  else {
    for (const one of all) one.settle();
    void flush();
  }
}

function dropAll(): void {
  for (const one of all) one.drop();
  noteDropped();
}

function take(happening: Happening): void {
  if (isRefused()) return;
  for (const { event, products } of eventsOf(happening)) {
    const waiting = { id: crypto.randomUUID(), event, products };
    putEvent(waiting);
    noteEvent(waiting.id, 'waiting', event);
  }
  void flush();
}

/** The events to tell at once; an order is kept until it is confirmed. */
function eventsOf(happening: Happening): Made[] {
  const store = chosenStoreName();
  const seller = store ?? standardSeller;
  switch (happening.kind) {
    case 'viewed': {
      const { product, brand, crumbs } = happening.page;
      const names = crumbs.map(({ name }) => name);
      facts.set(product.sku, factsOf(brand?.label, names));
      return [viewEvent(happening, seller)];
    }
    case 'cart':
      return cartEvents(happening, seller);
    case 'checkout':
      return isNewCheckout(happening) ? [checkoutEvent(happening, seller)] : [];
    case 'ordering':
      keepPurchase(happening, store);
      return [];
    case 'ordered':
      confirmPurchase(happening.id, happening.number);
      begun.set('');
      return [];
  }
}

/** A checkout that is loaded again, or come back to with the same cart, was begun once. */
function isNewCheckout({ cart: { lines } }: Extract<Happening, { kind: 'checkout' }>): boolean {
  const contents = lines.map(({ key, qty }) => `${qty} ${key}`).join(' ');
  if (contents === '' || begun.get() === contents) return false;
  begun.set(contents);
  return true;
}

const mayTell = () => navigator.onLine && consents().analytics;

/** Tells what waits, in its order, each once. */
function flush(): Promise<void> {
  return oneAfterAnother(async () => {
    if (!mayTell() || !(await openTagManager())) return;
    for (let [next] = waitingEvents.get(); next && mayTell(); [next] = waitingEvents.get())
      await tellNext(next);
    await inOneTab(async () => {
      for (const [id, kept] of Object.entries(keptPurchases()))
        if (kept.number !== undefined && mayTell()) await tellPurchase(id, kept);
    });
  });
}

async function tellNext({ id, event, products }: Waiting): Promise<void> {
  const whole = await withFacts(event, products);
  if (!mayTell()) return;
  takeEvent(id);
  tell(whole);
  noteEvent(id, 'sent', whole);
}

/** An order is told once, whatever is loaded again, and in however many tabs. */
async function tellPurchase(id: string, kept: KeptPurchase): Promise<void> {
  const event = await withFacts(purchaseEvent(kept, consents().marketing), kept.listed);
  if (!mayTell()) return;
  dropPurchase(id);
  if (!rememberTold(kept.number!)) return;
  tell(event);
  noteEvent(id, 'sent', event);
}

/** The event with brands and categories, where the catalogue says them. */
async function withFacts(event: ShopEvent, products: readonly string[]): Promise<ShopEvent> {
  const unknown = [...new Set(products)].filter((sku) => !facts.has(sku));
  if (unknown.length > 0) {
    const asked = await import('./item-facts.ts').then(({ askFacts }) => askFacts(unknown)).catch(() => {});
    for (const sku of asked ? unknown : []) facts.set(sku, asked!.get(sku) ?? {});
  }
  const known = (item: Item, index: number) => ({ ...item, ...facts.get(products[index] ?? '') });
  return { ...event, ecommerce: { ...event.ecommerce, items: event.ecommerce.items.map(known) } };
}
