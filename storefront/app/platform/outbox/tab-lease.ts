import type { IDBPDatabase } from 'idb';
import { inTransaction } from '../storage/database.ts';
import { openOutboxDatabase } from './outbox-db.ts';
import { leases } from './outbox-schema.ts';

/**
 * Who leads, and until when, in milliseconds since 1970. A tab that ended unexpectedly blocks others no
 * longer than that.
 */
interface Lease {
  holder: string;
  until: number;
}

/** Milliseconds. It may be shorter than a call (15 s), since a lease is renewed while it is held. */
const leaseLasts = 10_000;
const renewEvery = 3000;
const pollEveryMs = 250;

/**
 * Waits until this tab leads. Where the browser blocks storage, there is no other tab to coordinate with,
 * so it leads at once.
 * @param holder identifies this tab
 * @returns a function that releases the lease
 */
export async function acquireLease(name: string, holder: string): Promise<() => Promise<void>> {
  const db = await openOutboxDatabase().catch(() => undefined);
  if (!db) return async () => {};
  const tryAcquire = () =>
    changeLease(db, name, (lease) => (isFree(lease, holder) ? { holder, until: end() } : lease));
  while ((await tryAcquire().catch(() => undefined))?.holder !== holder) {
    // If the storage fails meanwhile, there is no other tab to coordinate with.
    if (!(await isThere(db, name))) return async () => db.close();
    await new Promise((done) => setTimeout(done, pollEveryMs));
  }
  const renewing = setInterval(() => void tryAcquire().catch(() => {}), renewEvery);
  return async () => {
    clearInterval(renewing);
    await changeLease(db, name, (lease) => (lease?.holder === holder ? undefined : lease)).catch(() => {});
    db.close();
  };
}

const end = () => Date.now() + leaseLasts;
const isFree = (lease: Lease | undefined, holder: string) =>
  !lease || lease.holder === holder || lease.until < Date.now();

/** Whether leases can still be read. A missing lease only means that it may be acquired. */
const isThere = (db: IDBPDatabase, name: string): Promise<boolean> =>
  changeLease(db, name, (lease) => lease).then(
    () => true,
    () => false,
  );

async function changeLease(
  db: IDBPDatabase,
  name: string,
  step: (lease: Lease | undefined) => Lease | undefined,
): Promise<Lease | undefined> {
  return inTransaction(db.transaction(leases, 'readwrite'), async (store) => {
    const after = step(await store.get(name));
    await (after ? store.put(after, name) : store.delete(name));
    return after;
  });
}
