import { writeText } from '../storage/browser-storage.ts';
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

/** The storage key of the cart count. */
export const countKey = () => ownKey(countName);

export function saveCart(seen: { count: number; token: string | undefined; hash: string | undefined }): void {
  saveKey(countName, seen.count > 0 ? String(seen.count) : undefined);
  saveKey(tokenName, seen.token);
  saveKey(hashName, seen.hash);
}

/** Deletes the cart keys of another store view. */
export function dropKeys(storeCode: string): void {
  for (const name of [tokenName, hashName, countName]) writeText(keyIn(storeCode, name), null);
}

/** Written only when changed, since other tabs receive an event for every write. */
function saveKey(name: string, value: string | undefined): void {
  // When storage is forbidden or full, this is skipped: the cart itself is stored elsewhere.
  if (readOwn(name) !== value) writeText(ownKey(name), value);
}
