import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { ApiSettings } from '../api-settings.ts';
import type { CardProduct } from '../catalogue/card-fields.ts';

/** What is kept of the shop in this browser. */
export interface Kept {
  version: string;
  /** When it was true, as ISO 8601. */
  made: string;
  products: number;
}

/** Products found for a text that is being typed, as the server's suggestions say it. */
export interface PocketFound {
  words: string[];
  products: CardProduct[];
  categories: PocketCategory[];
  total: number;
}

export interface PocketCategory {
  id: number;
  name: string;
  url_path: string;
}

/** Which products are wanted: of a text, a category with all below it, or a brand. */
export interface PocketScope {
  text?: string;
  category?: number;
  /** The slug of a brand. */
  brand?: string;
}

export interface PocketOrder {
  field: string;
  direction: 'asc' | 'desc';
}

export interface PocketList {
  items: CardProduct[];
  total: number;
  suggestions: string[];
}

/** What stands at an address of the shop. */
export type PocketPlace =
  | { kind: 'category'; category: PocketCategory; crumbs: Crumb[]; below: PocketCategory[] }
  | { kind: 'product'; product: CardProduct; crumbs: Crumb[] };

/** What the pack answers, out of a thread of its own: no key waits for it to be read. */
export interface PocketAsks {
  /** What is kept for the view that is shown; garbage is dropped. */
  kept(): Kept | undefined;
  /** Fetches what is missing: the whole, or the difference to what is kept. */
  refresh(): Kept | undefined;
  suggest(text: string, size: number): PocketFound | undefined;
  list(scope: PocketScope, order: PocketOrder | undefined, shown: number): PocketList | undefined;
  place(path: string): PocketPlace | undefined;
  forget(): undefined;
}

export type PocketAnswers = {
  [Ask in keyof PocketAsks]: (
    ...given: Parameters<PocketAsks[Ask]>
  ) => Promise<Awaited<ReturnType<PocketAsks[Ask]>>>;
};

/** From the page to the thread: first the settings, then questions. */
export type ToPocket =
  | { settings: ApiSettings }
  | { number: number; ask: keyof PocketAsks; given: readonly unknown[] };

export type FromPocket = { number: number; answer: unknown } | { number: number; failed: true };
