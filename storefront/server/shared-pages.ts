import type { Page } from './page.ts';

/** Finished anonymous pages that several storefronts share: what one has made, the others need not make again. */
export interface SharedPages {
  /** Looks for a page; undefined when there is nowhere to look now. @param key as the document cache has it */
  find(key: string): Promise<Place | undefined>;
}

/** Where a page is or will be. */
export interface Place {
  page: Page | undefined;
  /** Keeps a page that was begun after `find`, for those who see the shop as it was then. */
  keep(page: Page): void;
}
