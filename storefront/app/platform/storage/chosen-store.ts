import { useStore } from '../state/store.ts';
import { isStorageAllowed, readText, writeText } from './browser-storage.ts';

/** The name of the choice: its cookie (spec accounts 9), its storage key, and its change event. */
const name = 'adv-store-picker';
const year = 365 * 24 * 60 * 60;

/** The code of the fulfilment store that the shopper chose, if one is chosen (spec accounts 4.7). */
export function chosenStore(): string | undefined {
  // A code has no spaces; the name follows after the first space.
  if (isStorageAllowed()) return codeIn(readText(name)?.split(' ')[0]);
  const cookie = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
  return codeIn(cookie && decodeURIComponent(cookie));
}

/** The code if it is valid; an invalid code is never sent to the shop. */
const codeIn = (text: string | undefined): string | undefined =>
  /^[^\s{}[\]"]{1,64}$/.test(text ?? '') ? text : undefined;

/** The name of the chosen store, if it was stored with the code. */
export function chosenStoreName(): string | undefined {
  return (chosenStore() && readText(name)?.split(' ').slice(1).join(' ')) || undefined;
}

/**
 * Stores the choice in storage and cookie and dispatches the change event; without a code the choice is
 * cleared.
 */
export function chooseStore(code: string | undefined, storeName = ''): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(code ?? '')}; path=/; max-age=${code ? year : 0}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
  // Where storage is forbidden, the cookie stores the choice.
  writeText(name, code ? `${code} ${storeName}`.trim() : null);
  window.dispatchEvent(new Event(name));
}

/**
 * Calls back when another store is chosen, in this tab or in another.
 * @returns stops the callbacks
 */
export function onStoreChange(changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => key === name && changed();
  window.addEventListener(name, changed);
  window.addEventListener('storage', elsewhere);
  return () => {
    window.removeEventListener(name, changed);
    window.removeEventListener('storage', elsewhere);
  };
}

/** Live; none on the server, which renders the same page for every visitor (spec D32). */
const useLive = (get: () => string | undefined) =>
  useStore<string | undefined>({ get, subscribe: onStoreChange }, undefined);

/** The chosen store, live. */
export const useChosenStore = () => useLive(chosenStore);

/** The name of the chosen store, live. */
export const useChosenStoreName = () => useLive(chosenStoreName);
