import { takeLease } from './lease.ts';

/** Runs things of one name one after another, in all tabs where the browser can, otherwise in this one. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>;

/**
 * One tab at a time (Web Locks): whoever has the turn leads until it is done. Where there are no locks a lease in the
 * browser's database says who leads; should two tabs do the same thing all the same, the server takes it once, by its
 * key.
 */
export function inTurnOf(name: string): InTurn {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return locked(name);
  }
  if (typeof indexedDB === 'undefined') return queue();
  return leased(name);
}

/** Where a browser forbids what it has, as it does with all it keeps, this page is the only one that matters. */
function locked(name: string): InTurn {
  const here = queue();
  return async (run) => {
    let isOurs = false;
    const first = () => {
      isOurs = true;
      return run();
    };
    try {
      // The lock's own type awaits what the promise brings; so does `await`.
      return (await navigator.locks.request(name, first)) as Awaited<ReturnType<typeof run>>;
    } catch (error) {
      if (isOurs) throw error;
      return here(run);
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
  const here = queue();
  const holder = crypto.randomUUID();
  return (run) =>
    here(async () => {
      const release = await takeLease(name, holder);
      try {
        return await run();
      } finally {
        await release();
      }
    });
}
