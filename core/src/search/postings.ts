import { Growing, growingCounts } from './growing.ts';

/**
 * For every term the documents it stands in, each with a note on where. The lists of all terms share
 * two arrays; a list that outgrows its place moves to the end with double the room, so that reading
 * one is always a walk through neighbouring memory.
 */
export class Postings {
  slots = new Uint32Array(1024);
  notes = new Uint16Array(1024);
  readonly start = growingCounts();
  readonly count = growingCounts();
  readonly #room = growingCounts();
  #used = 0;

  /** Notes that a term stands in a document; documents of one term come in rising order. */
  add(term: number, slot: number, note: number): void {
    this.start.extend(term + 1);
    this.count.extend(term + 1);
    this.#room.extend(term + 1);
    if (this.count.at[term]! === this.#room.at[term]!) this.#move(term);
    const place = this.start.at[term]! + this.count.at[term]!++;
    this.slots[place] = slot;
    this.notes[place] = note;
  }

  #move(term: number): void {
    const room = Math.max(1, this.#room.at[term]! * 2);
    const from = this.start.at[term]!;
    const to = this.#used;
    this.#used += room;
    if (this.#used > this.slots.length) this.#grow();
    this.slots.copyWithin(to, from, from + this.count.at[term]!);
    this.notes.copyWithin(to, from, from + this.count.at[term]!);
    this.start.at[term] = to;
    this.#room.at[term] = room;
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

  /** Whether moved lists have left so many holes that packing pays. */
  get isLoose(): boolean {
    let live = 0;
    for (let term = 0; term < this.count.length; term++) live += this.count.at[term]!;
    return this.#used > 4096 + live * 3;
  }

  /** Lays the lists side by side again, with `renumber` for slots; those it gives -1 are left out. */
  pack(renumber: (slot: number) => number): void {
    const slots = new Growing(Uint32Array);
    const notes = new Growing(Uint16Array);
    for (let term = 0; term < this.start.length; term++) {
      const from = this.start.at[term]!;
      const to = from + this.count.at[term]!;
      this.start.at[term] = slots.length;
      for (let place = from; place < to; place++) {
        const slot = renumber(this.slots[place]!);
        if (slot < 0) continue;
        slots.push(slot);
        notes.push(this.notes[place]!);
      }
      this.count.at[term] = slots.length - this.start.at[term]!;
      this.#room.at[term] = this.count.at[term]!;
    }
    slots.trim();
    notes.trim();
    this.slots = slots.at;
    this.notes = notes.at;
    this.#used = slots.length;
  }
}
