import type { SearchDocument } from '../search-engine.ts';
import { fold } from '../text/fold.ts';
import { growingBytes, growingCounts, growingNumbers } from '../text/growing-array.ts';
import { addToColumns, type Columns } from './columns.ts';
import { inOrderOf } from './sort.ts';
import { type Analysed, analyse } from './term-positions.ts';
import { TextIndex } from './text-index.ts';

// Assertions: a slot is a position in the arrays of the index.

/** Maximum number of cached sort orders; the shop's own lists use a handful. */
const maxSortOrders = 16;

/**
 * All products in slots. A changed product gets a new slot and keeps its position in the order; its old
 * slot is dead until the next compaction.
 */
export class ProductIndex {
  readonly text = new TextIndex();
  columns: Columns = new Map();
  readonly ids = growingNumbers();
  readonly alive = growingBytes();
  readonly inStock = growingBytes();
  /** Position of each slot's product in document order. */
  readonly order = growingCounts();
  /** Number of the product's type, for `Scorer`. */
  readonly kind = growingCounts();
  readonly #kinds = new Map<string, number>();
  readonly #slotOf = new Map<number, number>();
  #nextPlace = 0;
  #ordered: Uint32Array | undefined;
  readonly #sorted = new Map<string, Uint32Array>();

  /** Number of products. */
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

  /** Number of product types so far. */
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

  /** Returns every live slot in document order. */
  ordered(): Uint32Array {
    this.#ordered ??= this.#living().sort((a, b) => this.order.at[a]! - this.order.at[b]!);
    return this.#ordered;
  }

  /** Returns every live slot in the order of a field; cached until the next change. */
  sortedBy(field: string, direction: 'asc' | 'desc'): Uint32Array {
    const column = this.columns.get(field);
    if (!column) return this.ordered();
    const name = `${direction} ${field}`;
    const known = this.#sorted.get(name);
    if (known) return known;
    if (this.#sorted.size >= maxSortOrders) this.#sorted.clear();
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

  /** Compacts once a third of the slots are dead: rare enough to be cheap, frequent enough to limit memory. */
  compactIfSparse(): void {
    const dead = this.slots - this.size;
    if (dead > 256 && dead * 2 > this.size) this.#compact();
    else if (this.text.isLoose) this.text.tidy();
  }

  #compact(): void {
    const slots = this.#living();
    this.text.retain(slots);
    this.columns = new Map([...this.columns].map(([field, column]) => [field, column.subset(slots)]));
    for (const array of [this.ids, this.alive, this.inStock, this.order, this.kind]) array.retain(slots);
    for (let slot = 0; slot < slots.length; slot++) this.#slotOf.set(this.ids.at[slot]!, slot);
    this.#reorder();
  }

  /** Frees capacity that the build left unused. */
  tidy(): void {
    this.text.tidy();
    for (const column of this.columns.values()) column.trim();
    for (const array of [this.ids, this.alive, this.inStock, this.order, this.kind]) array.trim();
  }
}

/** The term of a complete sku; its prefix distinguishes it from words. */
export function codeTerm(sku: string): string {
  return `#${fold(sku).replace(/\s+/g, ' ').trim()}`;
}
