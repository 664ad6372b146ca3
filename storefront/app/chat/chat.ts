import { atRest, fetchScript, isClosedDocument } from '../analytics/at-rest.ts';
import { consents, onConsents } from '../consent/consents.ts';

/** What the chat's own script offers (tawk.to's JavaScript API); before it is there, what it is told. */
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

/** Nobody is talked to while they pay. */
const isQuiet = () => /^\/(checkout|order)(\/|$)/i.test(path);

/** Has the chat where somebody agreed to it, and follows them from page to page. */
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
  // What was loaded cannot be unloaded; it is not connected any more.
  chat.shutdown();
  isShut = true;
}

const isWanted = () => consents().marketing && !isQuiet();

async function open(): Promise<boolean> {
  const src = document.documentElement.dataset.chat;
  if (!src || isClosedDocument()) return false;
  await atRest();
  // Who went to pay meanwhile, or took their yes back, may want it later.
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
