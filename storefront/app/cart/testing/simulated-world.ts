/**
 * Randomness and time of a simulated world, derived from one seed. Waiting tasks resume one at a time, in
 * random order, so that a run can be repeated.
 */
export class World {
  #state: number;
  #waiting: { of: object; resume: () => void }[] = [];
  readonly #ended = new WeakSet<object>();

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to below 1. */
  readonly random = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    return Math.min(end - 1, (this.random() * end) | 0);
  }

  pick<One>(list: readonly One[]): One {
    return list[this.below(list.length)]!;
  }

  happens(probability: number): boolean {
    return this.random() < probability;
  }

  /**
   * Simulates an operation that takes time.
   * @param of its owner; when the owner ends, the operation never completes
   */
  pause(of: object): Promise<void> {
    return new Promise((resume) => this.after(of, resume));
  }

  after(of: object, resume: () => void): () => void {
    if (this.#ended.has(of)) return () => {};
    const waiter = { of, resume };
    this.#waiting.push(waiter);
    return () => {
      this.#waiting = this.#waiting.filter((entry) => entry !== waiter);
    };
  }

  /** Nothing this owner waits for ever completes. */
  end(of: object): void {
    this.#ended.add(of);
    this.#waiting = this.#waiting.filter((entry) => entry.of !== of);
  }

  /**
   * Completes up to `count` operations.
   * @returns whether no operation is left
   */
  async run(count: number): Promise<boolean> {
    await settled();
    for (let turn = 0; turn < count; turn++) {
      const next = this.#waiting.splice(this.below(this.#waiting.length), 1)[0];
      if (!next) return true;
      next.resume();
      await settled();
    }
    return this.#waiting.length === 0;
  }
}

/** Resolves after all ready promise callbacks have run. */
const settled = () => new Promise<void>((done) => setImmediate(done));
