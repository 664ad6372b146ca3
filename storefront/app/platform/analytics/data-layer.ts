import { type Consents, consents } from '../consent/consents.ts';
import { once } from '../state/once.ts';
import { createStore } from '../state/store.ts';
import type { ShopEvent } from './ga4-event.ts';
import { atRest, fetchScript, isClosedDocument } from './third-party-script.ts';

declare global {
  interface Window {
    /** The queue of the tag manager. */
    dataLayer?: unknown[];
  }
}

const isConsentSent = createStore(false);

/**
 * Loads the tag manager once per document, after the page is idle. Rejects if it cannot be loaded now; a retry is
 * possible.
 */
export const openTagManager = once(async (): Promise<void> => {
  const src = document.documentElement.dataset.tags;
  if (src === undefined || isClosedDocument()) throw new Error('This page has no tag manager');
  await atRest();
  // It may be given again.
  if (!consents().analytics) throw new Error('The shopper has withdrawn the consent to analytics');
  if (!isConsentSent.get()) {
    sendConsents('default');
    isConsentSent.set(true);
    push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  }
  // Without a tag manager, only the debug view reads the events.
  if (src !== '') await fetchScript(src);
});

/** Pushes an event. The data of earlier events is reset first, because the tag manager merges them. */
export function pushShopEvent(event: ShopEvent): void {
  push({ ecommerce: null, user_data: null });
  push(event);
}

/** Reports changed consents to the tags; without consent to analytics, deletes Google's cookies. */
export function updateConsents(): void {
  if (isConsentSent.get()) sendConsents('update');
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
