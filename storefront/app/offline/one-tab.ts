/** Runs things of one name one after another, in all tabs where the browser can, otherwise in this one. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>;

/**
 * One tab at a time (Web Locks): whoever has the turn leads until it is done. Where there are no locks two
 * tabs may do the same thing; the server then takes it once, by its key.
 */
export function inTurnOf(name: string): InTurn {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    // The lock's own type awaits what the promise brings; so does `await`.
    return async (run) => (await navigator.locks.request(name, run)) as Awaited<ReturnType<typeof run>>;
  }
  return queue();
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
