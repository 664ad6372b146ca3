import { type Consents, consents } from '../consent/consents.ts';
import type { ShopEvent } from './ga4-event.ts';
import { atRest, fetchScript, isClosedDocument } from './third-party-script.ts';

declare global {
  interface Window {
    /** The queue of the tag manager. */
    dataLayer?: unknown[];
  }
}

let opening: Promise<boolean> | undefined;
let isConsentSent = false;

/**
 * Loads the tag manager once per document, after the page is idle. A failed load can be retried.
 * @returns whether it is loaded
 */
export function openTagManager(): Promise<boolean> {
  opening ??= open();
  return opening;
}

async function open(): Promise<boolean> {
  const src = document.documentElement.dataset.tags;
  if (src === undefined || isClosedDocument()) return false;
  await atRest();
  // The shopper withdrew consent in the meantime, and may give it again.
  if (!consents().analytics) {
    opening = undefined;
    return false;
  }
  if (!isConsentSent) {
    sendConsents('default');
    isConsentSent = true;
    push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  }
  // Without a tag manager, only the debug view reads the events.
  const isThere = src === '' || (await fetchScript(src));
  if (!isThere) opening = undefined;
  return isThere;
}

/** Pushes an event. The data of earlier events is reset first, because the tag manager merges them. */
export function pushShopEvent(event: ShopEvent): void {
  push({ ecommerce: null, user_data: null });
  push(event);
}

/** Reports changed consents to the tags; without consent to analytics, deletes Google's cookies. */
export function updateConsents(): void {
  if (isConsentSent) sendConsents('update');
  if (consents().analytics) return;
  for (const [, name = ''] of document.cookie.matchAll(/(?:^|; )(_g(?:a|id|cl|at)\w*)=/g)) dropCookie(name);
}

/** The cookies may belong to the host, or to any domain above it. */
function dropCookie(name: string): void {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)];
  for (const domain of domains) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}

/** Google's consent mode: tells tags which storage they may use. */
function sendConsents(how: 'default' | 'update'): void {
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

/** The tag manager recognises a command by the type `arguments`. */
function command(..._: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: an array would not be taken for a command
  push(arguments);
}

function push(entry: unknown): void {
  window.dataLayer ??= [];
  window.dataLayer.push(entry);
}
