import { type Consents, consents } from '../consent/consents.ts';
import { atRest, fetchScript, isClosedDocument } from './at-rest.ts';
import type { ShopEvent } from './shop-event.ts';

declare global {
  interface Window {
    /** What the tag manager reads. */
    dataLayer?: unknown[];
  }
}

let opening: Promise<boolean> | undefined;
let isTold = false;

/**
 * Fetches the tag manager, not before the page is at rest and once a document; one that did not come is asked for again.
 *
 * @returns whether it is there
 */
export function openTagManager(): Promise<boolean> {
  opening ??= open();
  return opening;
}

async function open(): Promise<boolean> {
  const src = document.documentElement.dataset.tags;
  if (src === undefined || isClosedDocument()) return false;
  await atRest();
  // Who took their yes back meanwhile may give it again.
  if (!consents().analytics) {
    opening = undefined;
    return false;
  }
  if (!isTold) {
    tellConsents('default');
    isTold = true;
    push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  }
  // Where there is none, only the debug view wants to know.
  const isThere = src === '' || (await fetchScript(src));
  if (!isThere) opening = undefined;
  return isThere;
}

/** Hands an event over. What was said of an earlier one is taken back first, as the tag manager joins what it is told. */
export function tell(event: ShopEvent): void {
  push({ ecommerce: null, user_data: null });
  push(event);
}

/** What was agreed to is another now: tags are told, and where nothing is measured any more Google's cookies go. */
export function updateConsents(): void {
  if (isTold) tellConsents('update');
  if (consents().analytics) return;
  for (const [, name] of document.cookie.matchAll(/(?:^|; )(_g(?:a|id|cl|at)\w*)=/g)) dropCookie(name!);
}

/** They may belong to the host, or to any domain above it. */
function dropCookie(name: string): void {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)];
  for (const domain of domains) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}

/** Google's consent mode: tags ask it what they may keep. */
function tellConsents(how: 'default' | 'update'): void {
  const { analytics, marketing } = consents();
  command('consent', how, {
    analytics_storage: granted(analytics),
    ...advertising(marketing),
  });
}

const advertising = (agreed: Consents['marketing']) => ({
  ad_storage: granted(agreed),
  ad_user_data: granted(agreed),
  ad_personalization: granted(agreed),
});

const granted = (agreed: boolean) => (agreed ? 'granted' : 'denied');

/** A command is told from an event by being an `arguments` object. */
function command(..._: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: an array would not be taken for a command
  push(arguments);
}

function push(entry: unknown): void {
  window.dataLayer ??= [];
  window.dataLayer.push(entry);
}
