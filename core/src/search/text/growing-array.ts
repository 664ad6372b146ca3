// Assertions: callers name positions below `length`.

type Fixed = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A typed array that doubles when full; hot loops read `at` directly. */
export class Growing<Kind extends Fixed> {
  at: Kind;
  length = 0;
  readonly #make: new (
    size: number,
  ) => Kind;

  constructor(make: new (size: number) => Kind, capacity = 64) {
    this.#make = make;
    this.at = new make(capacity);
  }

  push(value: number): void {
    this.reserve(this.length + 1);
    this.at[this.length++] = value;
  }

  /** Extends the array to `length`; new elements are `fill`. */
  extend(length: number, fill = 0): void {
    if (length <= this.length) return;
    this.reserve(length);
    if (fill !== 0) this.at.fill(fill, this.length, length);
    this.length = length;
  }

  /** Allocates capacity for `length` values without changing the length. */
  reserve(length: number): void {
    if (length <= this.at.length) return;
    const larger = new this.#make(Math.max(length, this.at.length * 2));
    larger.set(this.at);
    this.at = larger;
  }

  /** Retains only the values at these positions, in order, and frees the rest. */
  retain(places: Uint32Array): void {
    const retained = new this.#make(Math.max(64, places.length));
    for (let i = 0; i < places.length; i++) retained[i] = this.at[places[i]!]!;
    this.at = retained;
    this.length = places.length;
  }

  /** Frees unused capacity. */
  trim(): void {
    // `slice` returns an array of the kind it is called on, which its type does not say.
    if (this.at.length > this.length) this.at = this.at.slice(0, this.length) as Kind;
  }
}

export const growingBytes = () => new Growing(Uint8Array);
export const growingCounts = () => new Growing(Uint32Array);
export const growingNumbers = () => new Growing(Float64Array);
