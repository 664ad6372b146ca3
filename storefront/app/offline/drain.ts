import { waitAfter } from './backoff.ts';
import type { InTurn } from './one-tab.ts';

export interface DrainParts {
  /** Does the next thing there is to do. @returns whether there may be more; rejects when it must wait */
  step(): Promise<boolean>;
  inTurn: InTurn;
  /** Told after each round: how many in a row have failed, and why the last one did. */
  told(failures: number, error?: unknown): void;
  /** Calls back once after so many milliseconds. @returns how to stop */
  later(milliseconds: number, run: () => void): () => void;
  chance(): number;
}

/**
 * Sends what waits, oldest first, one at a time, in one tab. It never gives up: what failed is tried again
 * after a while, or as soon as it is woken.
 */
export class Drain {
  readonly #parts: DrainParts;
  #failures = 0;
  #running: Promise<void> | undefined;
  #again = false;
  #stopWaiting = () => {};
  #ended = false;

  constructor(parts: DrainParts) {
    this.#parts = parts;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** There may be something to do. @returns when everything was done that can be done now */
  wake(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    this.#stopWaiting();
    this.#again = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  stop(): void {
    this.#ended = true;
    this.#stopWaiting();
  }

  async #run(): Promise<void> {
    // Never in the moment it is called: who wakes it must find it running.
    await undefined;
    try {
      while (this.#again && !this.#ended) {
        this.#again = false;
        await this.#parts.inTurn(() => this.#round());
      }
    } finally {
      // In the same moment as the last look, so that nobody wakes what has just ended.
      this.#running = undefined;
    }
  }

  async #round(): Promise<void> {
    this.#stopWaiting();
    try {
      while (!this.#ended && (await this.#parts.step()));
      this.#failures = 0;
      this.#parts.told(0);
    } catch (error) {
      this.#failures += 1;
      const wait = waitAfter(this.#failures, this.#parts.chance());
      if (!this.#ended) this.#stopWaiting = this.#parts.later(wait, () => void this.wake());
      this.#parts.told(this.#failures, error);
    }
  }
}
