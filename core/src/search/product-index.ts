import { addToColumns, type Columns } from './columns.ts';
import type { SearchDocument } from './engine.ts';
import { fold } from './fold.ts';
import { growingBytes, growingCounts, growingNumbers } from './growing.ts';
import { type Analysed, analyse } from './places.ts';
import { inOrderOf } from './sort.ts';
import { TextIndex } from './text-index.ts';

/** As many orders as are kept; a shop's own lists use a handful. */
const mostSorted = 16;

/**
 * All products in slots. A product that changes gets a new slot and keeps its place in the order; its
 * old slot is dead until the next packing.
 */
export class ProductIndex {
  readonly text = new TextIndex();
  columns: Columns = new Map();
  readonly ids = growingNumbers();
  readonly alive = growingBytes();
  readonly inStock = growingBytes();
  /** The place of each slot's product in document order. */
  readonly order = growingCounts();
  /** Products of one type have the same number here; see `Scorer`. */
  readonly kind = growingCounts();
  readonly #kinds = new Map<string, number>();
  readonly #slotOf = new Map<number, number>();
  #nextPlace = 0;
  #ordered: Uint32Array | undefined;
  readonly #sorted = new Map<string, Uint32Array>();

  /** How many products there are. */
  get size(): number {
    return this.#slotOf.size;
  }

  get slots(): number {
    return this.ids.length;
  }

  put(document: SearchDocument, analysed: Analysed = analyse(document)): void {
    const place = this.#retire(document.id) ?? this.#nextPlace++;
    const slot = this.ids.length;
    this.text.add(analysed, document.skus.map(codeTerm));
    addToColumns(this.columns, slot, document.values);
    this.ids.push(document.id);
    this.alive.push(1);
    this.inStock.push(document.inStock ? 1 : 0);
    this.order.push(place);
    this.kind.push(this.#kindOf(document.text.type));
    this.#slotOf.set(document.id, slot);
    this.#reorder();
  }

  #kindOf(type: string): number {
    const known = this.#kinds.get(type);
    if (known !== undefined) return known;
    this.#kinds.set(type, this.#kinds.size);
    return this.#kinds.size - 1;
  }

  /** How many types of product there have been. */
  get kinds(): number {
    return this.#kinds.size;
  }

  remove(id: number): void {
    this.#retire(id);
    this.#slotOf.delete(id);
    this.#reorder();
  }

  #retire(id: number): number | undefined {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return undefined;
    this.alive.at[slot] = 0;
    this.text.discount(slot);
    return this.order.at[slot];
  }

  /** Every living slot, in document order. */
  ordered(): Uint32Array {
    this.#ordered ??= this.#living().sort((a, b) => this.order.at[a]! - this.order.at[b]!);
    return this.#ordered;
  }

  /** Every living slot in the order of a field; kept until the next change. */
  sortedBy(field: string, direction: 'asc' | 'desc'): Uint32Array {
    const column = this.columns.get(field);
    if (!column) return this.ordered();
    const name = `${direction} ${field}`;
    const known = this.#sorted.get(name);
    if (known) return known;
    if (this.#sorted.size >= mostSorted) this.#sorted.clear();
    const sorted = inOrderOf(column, direction, this.ordered());
    this.#sorted.set(name, sorted);
    return sorted;
  }

  #reorder(): void {
    this.#ordered = undefined;
    this.#sorted.clear();
  }

  #living(): Uint32Array {
    return Uint32Array.from(this.#slotOf.values()).sort();
  }

  /** Packs once a third of the slots are dead: rarely enough to be cheap, often enough to stay small. */
  packIfLoose(): void {
    const dead = this.slots - this.size;
    if (dead > 256 && dead * 2 > this.size) this.#pack();
    else if (this.text.isLoose) this.text.tidy();
  }

  #pack(): void {
    const slots = this.#living();
    this.text.keep(slots);
    this.columns = new Map([...this.columns].map(([field, column]) => [field, column.keep(slots)]));
    for (const kept of [this.ids, this.alive, this.inStock, this.order, this.kind]) kept.keep(slots);
    for (let slot = 0; slot < slots.length; slot++) this.#slotOf.set(this.ids.at[slot]!, slot);
    this.#reorder();
  }

  /** Gives back the room that building left over. */
  tidy(): void {
    this.text.tidy();
    for (const column of this.columns.values()) column.trim();
    for (const kept of [this.ids, this.alive, this.inStock, this.order, this.kind]) kept.trim();
  }
}

/** The term of a whole sku; the sign before it keeps it apart from words. */
export function codeTerm(sku: string): string {
  return `#${fold(sku).replace(/\s+/g, ' ').trim()}`;
}
