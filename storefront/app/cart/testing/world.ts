/**
 * Chance and time of a simulated world, all from one seed: whoever waits is woken in any order, one at a
 * time, so that a run can be had again.
 */
export class World {
  #state: number;
  #waiting: { of: object; wake: () => void }[] = [];
  readonly #ended = new WeakSet<object>();

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  readonly chance = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.min(end - 1, (this.chance() * end) | 0);
  }

  pick<One>(list: readonly One[]): One {
    return list[this.below(list.length)]!;
  }

  happens(probability: number): boolean {
    return this.chance() < probability;
  }

  /** Something that takes a while. @param of whose it is: when that ends, this never happens */
  pause(of: object): Promise<void> {
    return new Promise((wake) => this.after(of, wake));
  }

  after(of: object, wake: () => void): () => void {
    if (this.#ended.has(of)) return () => {};
    const one = { of, wake };
    this.#waiting.push(one);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== one);
    };
  }

  /** Whatever this one waits for never comes. */
  end(of: object): void {
    this.#ended.add(of);
    this.#waiting = this.#waiting.filter((one) => one.of !== of);
  }

  /** Lets so many things happen. @returns whether nothing was left to happen */
  async run(count: number): Promise<boolean> {
    await settled();
    for (let turn = 0; turn < count; turn++) {
      const one = this.#waiting.splice(this.below(this.#waiting.length), 1)[0];
      if (!one) return true;
      one.wake();
      await settled();
    }
    return this.#waiting.length === 0;
  }
}

/** Every promise that can go on has gone on. */
export const settled = () => new Promise<void>((done) => setImmediate(done));
