import { atRest, fetchScript, isClosedDocument } from '../../platform/analytics/third-party-script.ts';
import { consents, onConsents } from '../../platform/consent/consents.ts';

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

let opening: Promise<boolean> | undefined;
let isShut = false;
let path = '';

/** The chat is hidden during payment. */
const isQuiet = () => /^\/(checkout|order)(\/|$)/i.test(path);

/** Loads the chat after consent, and shows or hides it on each page. */
export function followChat(pathname: string): void {
  const isFirst = path === '';
  path = pathname;
  if (isFirst) onConsents(show);
  show();
}

function show(): void {
  if (!opening) {
    if (isWanted()) opening = open();
    return;
  }
  const chat = window.Tawk_API;
  if (isWanted()) {
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

const isWanted = () => consents().marketing && !isQuiet();

async function open(): Promise<boolean> {
  const src = document.documentElement.dataset.chat;
  if (!src || isClosedDocument()) return false;
  await atRest();
  // The shopper entered the checkout or withdrew consent meanwhile; the chat may load later.
  if (!isWanted()) {
    opening = undefined;
    return false;
  }
  window.Tawk_API = { ...window.Tawk_API, onLoad: show };
  window.Tawk_LoadStart = new Date();
  const isThere = await fetchScript(src, { crossorigin: '*', charset: 'UTF-8' });
  if (!isThere) opening = undefined;
  return isThere;
}
