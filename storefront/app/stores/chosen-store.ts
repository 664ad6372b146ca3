import { useSyncExternalStore } from 'react';

/** The name of the choice: its cookie (accounts 9), its place in the browser's storage, and the event that tells of it. */
const name = 'adv-store-picker';
const year = 365 * 24 * 60 * 60;

/** The code of the fulfilment store that the shopper chose, if one is chosen (accounts 4.7). */
export function chosenStore(): string | undefined {
  try {
    // A code has no spaces; after the first one comes the name.
    return codeIn(localStorage.getItem(name)?.split(' ')[0]);
  } catch {
    // Storage may be forbidden; the cookie is then what is left.
    const cookie = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
    return codeIn(cookie && decodeURIComponent(cookie));
  }
}

/** The shop is asked for nothing that is no code. */
const codeIn = (text: string | undefined): string | undefined =>
  /^[^\s{}[\]"]{1,64}$/.test(text ?? '') ? text : undefined;

/** What the chosen store is called, where that was kept with it. */
export function chosenStoreName(): string | undefined {
  try {
    return localStorage.getItem(name)?.split(' ').slice(1).join(' ') || undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the choice in storage and cookie and announces it; without a code the choice is cleared. */
export function chooseStore(code: string | undefined, storeName = ''): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(code ?? '')}; path=/; max-age=${code ? year : 0}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
  try {
    if (code) localStorage.setItem(name, `${code} ${storeName}`.trim());
    else localStorage.removeItem(name);
  } catch {
    // The cookie has it.
  }
  window.dispatchEvent(new Event(name));
}

/** Calls back when another store is chosen, in this tab or in another. @returns stops it */
export function onStoreChange(changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => key === name && changed();
  window.addEventListener(name, changed);
  window.addEventListener('storage', elsewhere);
  return () => {
    window.removeEventListener(name, changed);
    window.removeEventListener('storage', elsewhere);
  };
}

/** The chosen store, live; none on the server, which shows what everybody sees (decision 32). */
export function useChosenStore(): string | undefined {
  return useSyncExternalStore(onStoreChange, chosenStore, () => undefined);
}
