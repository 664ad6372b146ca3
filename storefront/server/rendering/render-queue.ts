import { Problem } from '@fynbos/core/problem.ts';

export interface RenderQueueLimits {
  /** How many pages are rendered at once. */
  atOnce: number;
  /**
   * Milliseconds after which a page no longer counts as being rendered. It then waits for something else, such
   * as a slow database, and must not hold up pages that need nothing of it.
   */
  maxTurnMs: number;
  /** Milliseconds that a page may wait for its turn. */
  maxWaitMs: number;
  /** How many pages may wait. */
  maxWaiting: number;
}

/** Bounds how many pages are rendered at once. The others wait, and are rendered in the order of their requests. */
export class RenderQueue {
  readonly #limits: RenderQueueLimits;
  readonly #waiting = new Set<PromiseWithResolvers<void>>();
  #rendering = 0;

  constructor(limits: RenderQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Renders a page when it is its turn.
   * @throws Problem unavailable when too many pages are waiting, or this one has waited too long
   */
  async run<Result>(render: () => Promise<Result>): Promise<Result> {
    const { atOnce, maxTurnMs } = this.#limits;
    if (this.#rendering < atOnce) this.#rendering++;
    else await this.#turn();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const late = setTimeout(end, maxTurnMs);
    void ended.then(() => this.#next());
    try {
      return await render();
    } finally {
      clearTimeout(late);
      end();
    }
  }

  /** Resolves when it is the caller's turn, in place of a page that has been rendered. */
  #turn(): Promise<void> {
    const { maxWaitMs, maxWaiting } = this.#limits;
    if (this.#waiting.size >= maxWaiting) return Promise.reject(new Problem('unavailable'));
    const turn = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      this.#waiting.delete(turn);
      turn.reject(new Problem('unavailable'));
    }, maxWaitMs);
    this.#waiting.add(turn);
    return turn.promise.finally(() => clearTimeout(late));
  }

  #next(): void {
    const [turn] = this.#waiting;
    if (!turn) {
      this.#rendering--;
      return;
    }
    this.#waiting.delete(turn);
    turn.resolve();
  }
}
