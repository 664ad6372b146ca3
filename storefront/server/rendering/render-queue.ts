import { Problem } from '@fynbos/core/problem.ts';

export interface RenderQueueLimits {
  /** How many pages are rendered at once. */
  concurrency: number;
  /**
   * Milliseconds after which a page loses its slot, but is still rendered. It then waits for something else, such
   * as a slow database, and must not hold up pages that need nothing of it.
   */
  slotTimeoutMs: number;
  /** Milliseconds that a page may wait for a slot. */
  queueTimeoutMs: number;
  /** How many pages may wait. */
  maxQueued: number;
}

/** Bounds how many pages are rendered at once. The others wait, and are rendered in the order of their requests. */
export class RenderQueue {
  readonly #limits: RenderQueueLimits;
  readonly #queued = new Set<PromiseWithResolvers<void>>();
  #rendering = 0;

  constructor(limits: RenderQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Renders a page as soon as a slot is free.
   * @throws Problem unavailable when too many pages are waiting, or this one has waited too long
   */
  async run<Result>(render: () => Promise<Result>): Promise<Result> {
    const { concurrency, slotTimeoutMs } = this.#limits;
    if (this.#rendering < concurrency) this.#rendering++;
    else await this.#slot();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const late = setTimeout(end, slotTimeoutMs);
    void ended.then(() => this.#next());
    try {
      return await render();
    } finally {
      clearTimeout(late);
      end();
    }
  }

  /** Resolves when the slot of another page is free; the caller has it then. */
  #slot(): Promise<void> {
    const { queueTimeoutMs, maxQueued } = this.#limits;
    if (this.#queued.size >= maxQueued) return Promise.reject(new Problem('unavailable'));
    const slot = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      this.#queued.delete(slot);
      slot.reject(new Problem('unavailable'));
    }, queueTimeoutMs);
    this.#queued.add(slot);
    return slot.promise.finally(() => clearTimeout(late));
  }

  #next(): void {
    const [slot] = this.#queued;
    if (!slot) {
      this.#rendering--;
      return;
    }
    this.#queued.delete(slot);
    slot.resolve();
  }
}
