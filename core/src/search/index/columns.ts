import type { Scalar } from '../search-request.ts';
import { growingCounts } from '../text/growing-array.ts';

// Assertions: `ends` holds positions in `codes`, and a code is a position in `texts`, `numbers` and the ranks.

/**
 * All values of one field. Each distinct value is stored once and has a code; a document is a run of codes.
 * A condition is therefore evaluated once per distinct value, not once per product.
 */
export class Column {
  readonly texts: string[] = [];
  /** The values as numbers; NaN for other text. */
  readonly numbers: number[] = [];
  readonly codes = growingCounts();
  readonly #codeOf = new Map<string, number>();
  /** End offset of each document's codes in `codes`. */
  readonly ends = growingCounts();
  #ranks: Uint32Array | undefined;
  #counts: Uint32Array | undefined;

  /**
   * Sets the values of a document. Documents are added in rising order; those without a value may be
   * omitted.
   */
  add(slot: number, value: Scalar | readonly Scalar[]): void {
    this.ends.extend(slot, this.codes.length);
    this.#counts = undefined;
    if (!Array.isArray(value)) this.codes.push(this.#code(String(value)));
    else for (const text of new Set(value.map(String))) this.codes.push(this.#code(text));
    this.ends.push(this.codes.length);
  }

  #code(text: string): number {
    const known = this.#codeOf.get(text);
    if (known !== undefined) return known;
    const code = this.texts.push(text) - 1;
    this.#codeOf.set(text, code);
    this.numbers.push(text.trim() === '' ? Number.NaN : Number(text));
    this.#ranks = undefined;
    return code;
  }

  /** Start offset of a document's codes in `codes`. */
  from(slot: number): number {
    if (slot >= this.ends.length) return 0;
    return slot === 0 ? 0 : this.ends.at[slot - 1]!;
  }

  /** End offset of a document's codes. */
  to(slot: number): number {
    return slot >= this.ends.length ? 0 : this.ends.at[slot]!;
  }

  /** The code of a value that any product ever had; otherwise undefined. */
  codeOf(value: Scalar): number | undefined {
    return this.#codeOf.get(String(value));
  }

  /**
   * Number of documents per code, including deleted ones; precise enough to distinguish rare values from
   * common ones.
   */
  counts(): Uint32Array {
    if (this.#counts) return this.#counts;
    const counts = new Uint32Array(this.texts.length);
    for (let place = 0; place < this.codes.length; place++) counts[this.codes.at[place]!]!++;
    this.#counts = counts;
    return counts;
  }

  /** Rank of each code among all values: numbers by size, then text alphabetically. */
  ranks(): Uint32Array {
    this.#ranks ??= this.#rank();
    return this.#ranks;
  }

  #rank(): Uint32Array {
    const ranks = new Uint32Array(this.texts.length);
    const ordered = this.texts.map((_, code) => code).sort((a, b) => this.#compare(a, b));
    for (const [rank, code] of ordered.entries()) ranks[code] = rank;
    return ranks;
  }

  #compare(a: number, b: number): number {
    const [first, second] = [this.numbers[a]!, this.numbers[b]!];
    if (!Number.isNaN(first) && !Number.isNaN(second) && first !== second) return first - second;
    if (Number.isNaN(first) !== Number.isNaN(second)) return Number.isNaN(first) ? 1 : -1;
    return this.texts[a]! < this.texts[b]! ? -1 : 1;
  }

  /** Returns a column with only these documents, renumbered in order. Values without documents are dropped. */
  subset(slots: Uint32Array): Column {
    const subset = new Column();
    for (let slot = 0; slot < slots.length; slot++) {
      const values = this.values(slots[slot]!);
      if (values.length > 0) subset.add(slot, values);
    }
    subset.trim();
    return subset;
  }

  values(slot: number): string[] {
    return Array.from(this.codes.at.subarray(this.from(slot), this.to(slot)), (code) => this.texts[code]!);
  }

  trim(): void {
    this.codes.trim();
    this.ends.trim();
  }
}

export type Columns = Map<string, Column>;

/** Adds all fields of a new document. */
export function addToColumns(
  columns: Columns,
  slot: number,
  values: Record<string, Scalar | readonly Scalar[]>,
): void {
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const column = columns.get(field) ?? new Column();
    columns.set(field, column);
    column.add(slot, value);
  }
}

/**
 * Returns the column of a field and, where requested, that of the children of configurable products (wire
 * contract 3.2).
 */
export function columnsOf(columns: Columns, field: string, withChildren: boolean): Column[] {
  const names = withChildren ? [field, `${field}_options`] : [field];
  return names.flatMap((name) => columns.get(name) ?? []);
}
