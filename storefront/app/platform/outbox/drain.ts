import { hasDatabases } from '../storage/database.ts';
import { backoffAfter } from './backoff.ts';
import { acquireLease } from './tab-lease.ts';

export interface DrainParts {
  /**
   * Performs the next operation.
   * @returns whether there may be more; rejects when it must wait
   */
  step(): Promise<boolean>;
  inTurn: InTurn;
  /** Called after each round with the number of consecutive failures and the last error. */
  onRound(failures: number, error?: unknown): void;
  /**
   * Calls back once after the given time.
   * @returns a function that cancels it
   */
  later(milliseconds: number, run: () => void): () => void;
  random(): number;
}

/**
 * Sends waiting entries, oldest first, one at a time, in one tab. It never stops trying: a failed entry is
 * retried after a delay, or on the next flush.
 */
export class Drain {
  readonly #parts: DrainParts;
  #failures = 0;
  #running: Promise<void> | undefined;
  #rerun = false;
  #stopWaiting = () => {};
  #ended = false;

  constructor(parts: DrainParts) {
    this.#parts = parts;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Starts a round, since there may be something to send.
   * @returns when everything that can be done now is done
   */
  flush(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    this.#stopWaiting();
    this.#rerun = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  stop(): void {
    this.#ended = true;
    this.#stopWaiting();
  }

  async #run(): Promise<void> {
    // Asynchronously, so that the caller already sees it as running.
    await undefined;
    try {
      while (this.#rerun && !this.#ended) {
        this.#rerun = false;
        await this.#parts.inTurn(() => this.#round());
      }
    } finally {
      // In the same task as the last check, so that no flush is lost.
      this.#running = undefined;
    }
  }

  async #round(): Promise<void> {
    this.#stopWaiting();
    try {
      while (!this.#ended && (await this.#parts.step()));
      this.#failures = 0;
      this.#parts.onRound(0);
    } catch (error) {
      this.#failures += 1;
      const wait = backoffAfter(this.#failures, this.#parts.random());
      if (!this.#ended) this.#stopWaiting = this.#parts.later(wait, () => void this.flush());
      this.#parts.onRound(this.#failures, error);
    }
  }
}

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
