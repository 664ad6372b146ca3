import { useSyncExternalStore } from 'react';

/** The name of the choice: its cookie (spec accounts 9), its storage key, and its change event. */
const name = 'adv-store-picker';
const year = 365 * 24 * 60 * 60;

/** The code of the fulfilment store that the shopper chose, if one is chosen (spec accounts 4.7). */
export function chosenStore(): string | undefined {
  try {
    // A code has no spaces; the name follows after the first space.
    return codeIn(localStorage.getItem(name)?.split(' ')[0]);
  } catch {
    // Storage may be forbidden; the cookie is the fallback.
    const cookie = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
    return codeIn(cookie && decodeURIComponent(cookie));
  }
}

/** The code if it is valid; an invalid code is never sent to the shop. */
const codeIn = (text: string | undefined): string | undefined =>
  /^[^\s{}[\]"]{1,64}$/.test(text ?? '') ? text : undefined;

/** The name of the chosen store, if it was stored with the code. */
export function chosenStoreName(): string | undefined {
  try {
    return localStorage.getItem(name)?.split(' ').slice(1).join(' ') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the choice in storage and cookie and dispatches the change event; without a code the choice is
 * cleared.
 */
export function chooseStore(code: string | undefined, storeName = ''): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(code ?? '')}; path=/; max-age=${code ? year : 0}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
  try {
    if (code) localStorage.setItem(name, `${code} ${storeName}`.trim());
    else localStorage.removeItem(name);
  } catch {
    // The cookie stores the choice.
  }
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

/** The chosen store, live; none on the server, which renders the same page for every visitor (spec D32). */
export function useChosenStore(): string | undefined {
  return useSyncExternalStore(onStoreChange, chosenStore, () => undefined);
}
