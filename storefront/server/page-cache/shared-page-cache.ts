import type { Page } from './page.ts';

/** Rendered anonymous pages that several storefronts share: a page is rendered by one of them only. */
export interface SharedPages {
  /**
   * Looks up a page; undefined when the store is not available.
   * @param key the key of the document cache
   */
  find(key: string): Promise<Place | undefined>;
}

/** The place of a page, whether or not it is stored yet. */
interface Place {
  page: Page | undefined;
  /** Stores a page that was started after `find`, for the state of the shop at that time. */
  store(page: Page): void;
}
