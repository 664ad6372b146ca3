type Fixed = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A typed array that doubles when it is full; `at` is read directly in hot loops. */
export class Growing<Kind extends Fixed> {
  at: Kind;
  length = 0;
  readonly #make: new (
    size: number,
  ) => Kind;

  constructor(make: new (size: number) => Kind, room = 64) {
    this.#make = make;
    this.at = new make(room);
  }

  push(value: number): void {
    this.reserve(this.length + 1);
    this.at[this.length++] = value;
  }

  /** Makes the array `length` long; what is new holds `fill`. */
  extend(length: number, fill = 0): void {
    if (length <= this.length) return;
    this.reserve(length);
    if (fill !== 0) this.at.fill(fill, this.length, length);
    this.length = length;
  }

  /** Makes room for `length` values without counting them in. */
  reserve(length: number): void {
    if (length <= this.at.length) return;
    const larger = new this.#make(Math.max(length, this.at.length * 2));
    larger.set(this.at);
    this.at = larger;
  }

  /** Keeps only the values at these places, in their order, and gives back the room of the others. */
  keep(places: Uint32Array): void {
    const kept = new this.#make(Math.max(64, places.length));
    for (let i = 0; i < places.length; i++) kept[i] = this.at[places[i]!]!;
    this.at = kept;
    this.length = places.length;
  }

  /** Gives back the room that is not used. */
  trim(): void {
    if (this.at.length > this.length) this.at = this.at.slice(0, this.length) as Kind;
  }
}

export const growingBytes = () => new Growing(Uint8Array);
export const growingCounts = () => new Growing(Uint32Array);
export const growingNumbers = () => new Growing(Float64Array);
