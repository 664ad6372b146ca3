/** What a later noun says of products beside their price, such as «6 for the price of 5». */
export interface Marks {
  /** Reads them again; the catalogue has it done before it reads itself. */
  refresh(): Promise<void>;
  /** What is said now of any of these products where this currency is paid. */
  of(skus: readonly string[], now: Date, currency: string): Marked;
}

export interface Marked {
  labels: string[];
  /** When that changes by itself, in milliseconds. */
  changesAt: number | undefined;
}

/** A catalogue of which nobody says anything. */
export const noMarks: Marks = {
  refresh: async () => {},
  of: () => ({ labels: [], changesAt: undefined }),
};
