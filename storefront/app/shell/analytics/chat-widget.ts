import { atRest, fetchScript, isClosedDocument } from '../../platform/analytics/third-party-script.ts';
import { consents, onConsents } from '../../platform/consent/consents.ts';
import { once } from '../../platform/state/once.ts';
import { createStore } from '../../platform/state/store.ts';

/**
 * The API of the chat's script (tawk.to's JavaScript API). Before the script has loaded, it holds the
 * callbacks.
 */
interface ChatApi {
  onLoad?: () => void;
  showWidget?(): void;
  hideWidget?(): void;
  shutdown?(): void;
  start?(options: { showWidget: boolean }): void;
}

declare global {
  interface Window {
    Tawk_API?: ChatApi;
    Tawk_LoadStart?: Date;
  }
}

const path = createStore('');

/** The chat is hidden during payment. */
const isQuiet = () => /^\/(checkout|order)(\/|$)/i.test(path.get());

const isWanted = () => consents().marketing && !isQuiet();

/** Loads the chat after consent, and shows or hides it on each page. */
export function followChat(pathname: string): void {
  path.set(pathname);
  start();
}

const start = once(() => {
  let isShut = false;
  const openOnce = once(() => open(show));
  path.subscribe(show);
  onConsents(show);
  show();

  function show(): void {
    const chat = window.Tawk_API;
    if (isWanted()) {
      openOnce().catch(() => {});
      if (isShut) chat?.start?.({ showWidget: true });
      isShut = false;
      chat?.showWidget?.();
      return;
    }
    chat?.hideWidget?.();
    if (consents().marketing || isShut || !chat?.shutdown) return;
    // A loaded script cannot be unloaded; its connection is closed instead.
    chat.shutdown();
    isShut = true;
  }
});

/** Rejects if the chat cannot be loaded now; a retry is possible. */
async function open(onLoad: () => void): Promise<void> {
  const src = document.documentElement.dataset.chat;
  if (!src || isClosedDocument()) throw new Error('This page has no chat');
  await atRest();
  // The chat may load later.
  if (!isWanted()) throw new Error('The shopper entered the checkout or withdrew consent meanwhile');
  window.Tawk_API = { ...window.Tawk_API, onLoad };
  window.Tawk_LoadStart = new Date();
  await fetchScript(src, { crossorigin: '*', charset: 'UTF-8' });
}
