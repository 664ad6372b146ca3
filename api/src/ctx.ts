import type { LiveCatalogue } from './catalogue/live.ts';
import type { Db } from './db.ts';
import type { LiveSearch } from './search/service.ts';

/** What the features of the API are given: made once at start, passed by hand. */
export interface Ctx {
  db: Db;
  catalogue: LiveCatalogue;
  search: LiveSearch;
}
