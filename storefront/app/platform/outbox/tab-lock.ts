import { acquireLease } from './tab-lease.ts';

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
  if (typeof indexedDB === 'undefined') return queue();
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
