import { atRest, fetchScript, isClosedDocument } from '../analytics/at-rest.ts';
import { consents, onConsents } from '../consent/consents.ts';
import { checkoutPath } from '../paths.ts';

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
let path = '';

/** Nobody is talked to while they pay. */
const isQuiet = () => /^\/(checkout|order)(\/|$)/i.test(path) || path === checkoutPath;

/** Has the chat where somebody agreed to it, and follows them from page to page. */
export function followChat(pathname: string): void {
  const isFirst = path === '';
  path = pathname;
  if (isFirst) onConsents(show);
  show();
}

function show(): void {
  const isWanted = consents().marketing && !isQuiet();
  if (!opening) {
    if (isWanted) opening = open();
    return;
  }
  const chat = window.Tawk_API;
  if (isWanted) chat?.showWidget?.();
  else chat?.hideWidget?.();
  // What was loaded cannot be unloaded; it is not connected any more.
  if (!consents().marketing) chat?.shutdown?.();
}

async function open(): Promise<boolean> {
  const src = document.documentElement.dataset.chat;
  if (!src || isClosedDocument()) return false;
  await atRest();
  window.Tawk_API = { ...window.Tawk_API, onLoad: show };
  window.Tawk_LoadStart = new Date();
  return fetchScript(src, { crossorigin: '*', charset: 'UTF-8' });
}
