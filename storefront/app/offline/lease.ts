import { openBoxes } from './box-db.ts';
import { leases } from './box-schema.ts';

/** Who leads, and until when, in milliseconds since 1970: a tab that ended without a word is not waited for longer. */
interface Lease {
  holder: string;
  until: number;
}

/** Milliseconds: longer than a call may take (15 s) is not needed, since a lease is renewed while it is used. */
export const leaseLasts = 10_000;
const renewEvery = 3000;
const lookEvery = 250;

/**
 * Waits until this tab leads. A browser that keeps nothing has no other tab to agree with: then it leads at once.
 *
 * @param holder names this tab
 * @returns how to let it go
 */
export async function takeLease(name: string, holder: string): Promise<() => Promise<void>> {
  const db = await openBoxes().catch(() => undefined);
  if (!db) return async () => {};
  const take = () =>
    changeLease(db, name, (lease) => (isFree(lease, holder) ? { holder, until: end() } : lease));
  while ((await take().catch(() => undefined))?.holder !== holder) {
    // A storage that fails on the way leaves nobody to agree with.
    if (!(await isThere(db, name))) return async () => db.close();
    await new Promise((done) => setTimeout(done, lookEvery));
  }
  const renewing = setInterval(() => void take().catch(() => {}), renewEvery);
  return async () => {
    clearInterval(renewing);
    await changeLease(db, name, (lease) => (lease?.holder === holder ? undefined : lease)).catch(() => {});
    db.close();
  };
}

const end = () => Date.now() + leaseLasts;
const isFree = (lease: Lease | undefined, holder: string) =>
  !lease || lease.holder === holder || lease.until < Date.now();

/** Whether leases can be looked up still; that there is none at this moment only says that it may be taken. */
const isThere = (db: IDBDatabase, name: string): Promise<boolean> =>
  changeLease(db, name, (lease) => lease).then(
    () => true,
    () => false,
  );

function changeLease(
  db: IDBDatabase,
  name: string,
  step: (lease: Lease | undefined) => Lease | undefined,
): Promise<Lease | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Lease | undefined>();
  const transaction = db.transaction(leases, 'readwrite');
  const store = transaction.objectStore(leases);
  const found = store.get(name);
  let after: Lease | undefined;
  found.onsuccess = () => {
    after = step(found.result as Lease | undefined);
    if (after) store.put(after, name);
    else store.delete(name);
  };
  transaction.oncomplete = () => resolve(after);
  transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
  return promise;
}
