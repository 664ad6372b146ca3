import { Growing, growingCounts } from '../text/growing-array.ts';

// Assertions: every term has a start, a count and a capacity, and its list is within `slots` and `notes`.

/**
 * For every term its documents, each with a note on the position. The lists of all terms share two arrays.
 * A list that outgrows its place moves to the end with twice the capacity, so a read is always sequential.
 */
export class Postings {
  slots = new Uint32Array(1024);
  notes = new Uint16Array(1024);
  readonly #start = growingCounts();
  readonly #count = growingCounts();
  readonly #capacity = growingCounts();
  #used = 0;

  /** Position of a term's first document in `slots` and `notes`. */
  from(term: number): number {
    return this.#start.at[term]!;
  }

  /** Position after a term's last document. */
  to(term: number): number {
    return this.#start.at[term]! + this.#count.at[term]!;
  }

  /** Adds a document to a term; the documents of a term are added in rising order. */
  add(term: number, slot: number, note: number): void {
    this.#start.extend(term + 1);
    this.#count.extend(term + 1);
    this.#capacity.extend(term + 1);
    if (this.#count.at[term]! === this.#capacity.at[term]!) this.#move(term);
    const place = this.#start.at[term]! + this.#count.at[term]!++;
    this.slots[place] = slot;
    this.notes[place] = note;
  }

  #move(term: number): void {
    const capacity = Math.max(1, this.#capacity.at[term]! * 2);
    const from = this.#start.at[term]!;
    const to = this.#used;
    this.#used += capacity;
    if (this.#used > this.slots.length) this.#grow();
    this.slots.copyWithin(to, from, from + this.#count.at[term]!);
    this.notes.copyWithin(to, from, from + this.#count.at[term]!);
    this.#start.at[term] = to;
    this.#capacity.at[term] = capacity;
  }

  #grow(): void {
    const size = Math.max(this.#used, this.slots.length * 2);
    const slots = new Uint32Array(size);
    const notes = new Uint16Array(size);
    slots.set(this.slots);
    notes.set(this.notes);
    this.slots = slots;
    this.notes = notes;
  }

  /** Whether moved lists have left enough gaps to make compaction worthwhile. */
  get isLoose(): boolean {
    let live = 0;
    for (let term = 0; term < this.#count.length; term++) live += this.#count.at[term]!;
    return this.#used > 4096 + live * 3;
  }

  /** Compacts the lists, mapping slots with `renumber`; slots mapped to -1 are removed. */
  compact(renumber: (slot: number) => number): void {
    const slots = new Growing(Uint32Array);
    const notes = new Growing(Uint16Array);
    for (let term = 0; term < this.#start.length; term++) {
      const from = this.#start.at[term]!;
      const to = from + this.#count.at[term]!;
      this.#start.at[term] = slots.length;
      for (let place = from; place < to; place++) {
        const slot = renumber(this.slots[place]!);
        if (slot < 0) continue;
        slots.push(slot);
        notes.push(this.notes[place]!);
      }
      this.#count.at[term] = slots.length - this.#start.at[term]!;
      this.#capacity.at[term] = this.#count.at[term]!;
    }
    slots.trim();
    notes.trim();
    this.slots = slots.at;
    this.notes = notes.at;
    this.#used = slots.length;
  }
}
