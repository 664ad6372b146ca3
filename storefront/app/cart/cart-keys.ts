import { ownKey } from '../kept-here.ts';

/** Where every page finds the cart before its code is there (commerce 4, wire contract 5.1). */
const tokenKey = ownKey('current-cart-token');
const hashKey = ownKey('current-cart-hash');
const countKey = ownKey('current-cart-count');

export const readToken = () => read(tokenKey);
export const readHash = () => read(hashKey);
/** How many are in the cart; 0 where nothing is kept. */
export const readCount = () => Number(read(countKey)) || 0;

/** Whether a key of the storage is one that the number at the cart depends on; null is all of them. */
export const isCount = (key: string | null) => key === null || key === countKey;

export function keepCart(seen: { count: number; token: string | undefined; hash: string | undefined }): void {
  keep(countKey, seen.count > 0 ? String(seen.count) : undefined);
  keep(tokenKey, seen.token);
  keep(hashKey, seen.hash);
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Written only when it changed: other tabs are told of every write. */
function keep(key: string, value: string | undefined): void {
  try {
    if (read(key) === value) return;
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Forbidden or full: the cart itself is kept elsewhere.
  }
}
