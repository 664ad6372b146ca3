import { growingCounts } from './growing.ts';
import type { Scalar } from './request.ts';

/**
 * All values of one field. Each distinct value is kept once and has a code; a document is a run of
 * codes. A condition is therefore asked once for each distinct value, not once for each product.
 */
export class Column {
  readonly texts: string[] = [];
  /** The values as numbers, NaN where they are none. */
  readonly numbers: number[] = [];
  readonly codes = growingCounts();
  readonly #codeOf = new Map<string, number>();
  /** Where the codes of each document end in `codes`. */
  readonly ends = growingCounts();
  #ranks: Uint32Array | undefined;
  #counts: Uint32Array | undefined;

  /** Sets the values of a document; documents come in rising order, and those without a value may be left out. */
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

  /** Where the codes of a document start in `codes`. */
  from(slot: number): number {
    if (slot >= this.ends.length) return 0;
    return slot === 0 ? 0 : this.ends.at[slot - 1]!;
  }

  /** Where they end. */
  to(slot: number): number {
    return slot >= this.ends.length ? 0 : this.ends.at[slot]!;
  }

  /** The code of a value, if any product ever had it. */
  codeOf(value: Scalar): number | undefined {
    return this.#codeOf.get(String(value));
  }

  /** For each code how many documents have it, dead ones too: enough to tell a rare value from a common one. */
  counts(): Uint32Array {
    if (this.#counts) return this.#counts;
    const counts = new Uint32Array(this.texts.length);
    for (let place = 0; place < this.codes.length; place++) counts[this.codes.at[place]!]!++;
    this.#counts = counts;
    return counts;
  }

  /** For each code its place in the order of all values: numbers by size, then texts by letters. */
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

  /** Keeps only these documents, renumbered in their order, and forgets values nobody has any more. */
  keep(slots: Uint32Array): Column {
    const kept = new Column();
    for (let slot = 0; slot < slots.length; slot++) {
      const values = this.values(slots[slot]!);
      if (values.length > 0) kept.add(slot, values);
    }
    kept.trim();
    return kept;
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

/** Sets all fields of a new document. */
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

/** The column of a field, and of the children of configurable products under it (wire contract 3.2). */
export function columnsOf(columns: Columns, field: string, withChildren: boolean): Column[] {
  const names = withChildren ? [field, `${field}_options`] : [field];
  return names.flatMap((name) => columns.get(name) ?? []);
}
