import { keyIn, ownKey, readOwn } from '../storage/store-view-storage.ts';

/** Storage keys that every page reads before the cart's code is loaded (spec commerce 4, wire contract 5.1). */
const tokenName = 'current-cart-token';
const hashName = 'current-cart-hash';
const countName = 'current-cart-count';

/** Sent in a header, which allows no other characters. */
export const readToken = () => {
  const token = readOwn(tokenName);
  return token && /^[\w-]{1,100}$/.test(token) ? token : undefined;
};
export const readHash = () => readOwn(hashName);
/** The cart count; 0 if nothing is stored. */
export const readCount = () => {
  const count = Number(readOwn(countName));
  return count > 0 && Number.isFinite(count) ? count : 0;
};

/** Whether the cart count depends on a storage key; null means all keys. */
export const isCount = (key: string | null) => key === null || key === ownKey(countName);

export function saveCart(seen: { count: number; token: string | undefined; hash: string | undefined }): void {
  saveKey(countName, seen.count > 0 ? String(seen.count) : undefined);
  saveKey(tokenName, seen.token);
  saveKey(hashName, seen.hash);
}

/** Deletes the cart keys of another store view. Throws where storage is forbidden. */
export function dropKeys(storeCode: string): void {
  for (const name of [tokenName, hashName, countName]) localStorage.removeItem(keyIn(storeCode, name));
}

/** Written only when changed, since other tabs receive an event for every write. */
function saveKey(name: string, value: string | undefined): void {
  try {
    if (readOwn(name) === value) return;
    if (value === undefined) localStorage.removeItem(ownKey(name));
    else localStorage.setItem(ownKey(name), value);
  } catch {
    // Forbidden or full: the cart itself is stored elsewhere.
  }
}
