import { keyIn, ownKey, readOwn } from '../kept-here.ts';

/** Where every page finds the cart before its code is there (commerce 4, wire contract 5.1). */
const tokenName = 'current-cart-token';
const hashName = 'current-cart-hash';
const countName = 'current-cart-count';

/** Sent in a header, which holds nothing else. */
export const readToken = () => {
  const token = readOwn(tokenName);
  return token && /^[\w-]{1,100}$/.test(token) ? token : undefined;
};
export const readHash = () => readOwn(hashName);
/** How many are in the cart; 0 where nothing is kept. */
export const readCount = () => {
  const count = Number(readOwn(countName));
  return count > 0 && Number.isFinite(count) ? count : 0;
};

/** Whether a key of the storage is one that the number at the cart depends on; null is all of them. */
export const isCount = (key: string | null) => key === null || key === ownKey(countName);

export function keepCart(seen: { count: number; token: string | undefined; hash: string | undefined }): void {
  keep(countName, seen.count > 0 ? String(seen.count) : undefined);
  keep(tokenName, seen.token);
  keep(hashName, seen.hash);
}

/** Lets go of the cart of another store view. Throws where storage is forbidden. */
export function dropKeys(storeCode: string): void {
  for (const name of [tokenName, hashName, countName]) localStorage.removeItem(keyIn(storeCode, name));
}

/** Written only when it changed: other tabs are told of every write. */
function keep(name: string, value: string | undefined): void {
  try {
    if (readOwn(name) === value) return;
    if (value === undefined) localStorage.removeItem(ownKey(name));
    else localStorage.setItem(ownKey(name), value);
  } catch {
    // Forbidden or full: the cart itself is kept elsewhere.
  }
}
