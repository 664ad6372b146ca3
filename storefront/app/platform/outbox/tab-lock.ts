import type { IDBPDatabase } from 'idb';
import { hasDatabases, inTransaction } from '../storage/database.ts';
import { openOutboxDatabase } from './outbox-db.ts';
import { leases } from './outbox-schema.ts';

/**
 * Runs functions of one name one after another: across all tabs where the browser can, otherwise within
 * this one.
 */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>;

/**
 * One tab at a time (Web Locks). Without locks, a lease in the browser's database decides which tab leads.
 * If two tabs send the same entry anyway, its idempotency key makes the server accept it once.
 */
export function inTurnOf(name: string): InTurn {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return locked(name);
  }
  if (!hasDatabases()) return queue();
  return leased(name);
}

/** Where the browser blocks locks, as it does with all storage, only this page counts. */
function locked(name: string): InTurn {
  const localQueue = queue();
  return async (run) => {
    let isOurs = false;
    const first = () => {
      isOurs = true;
      return run();
    };
    try {
      // The declared type of the lock awaits the value of the promise; so does `await`.
      return (await navigator.locks.request(name, first)) as Awaited<ReturnType<typeof run>>;
    } catch (error) {
      if (isOurs) throw error;
      return localQueue(run);
    }
  };
}

/** One after another within this page. */
export function queue(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const next = last.then(run, run);
    last = next.catch(() => {});
    return next;
  };
}

function leased(name: string): InTurn {
  const localQueue = queue();
  const holder = crypto.randomUUID();
  return (run) =>
    localQueue(async () => {
      const release = await acquireLease(name, holder);
      try {
        return await run();
      } finally {
        await release();
      }
    });
}

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
