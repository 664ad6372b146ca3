import type { Actors } from './accounts/actor.ts';
import type { GroupTokens } from './accounts/group-service.ts';
import type { LiveCatalogue } from './catalogue/live.ts';
import type { LiveContent } from './content/live-content.ts';
import type { Db } from './db.ts';
import type { Limits } from './limits/limits.ts';
import type { LiveSearch } from './search/service.ts';
import type { Views } from './views.ts';

/** What the features of the API are given: made once at start, passed by hand. */
export interface Ctx {
  db: Db;
  /** The products of the default store view, and the search over them. */
  catalogue: LiveCatalogue;
  search: LiveSearch;
  views: Views;
  /** Pages, blocks and menus. */
  content: LiveContent;
  groupTokens: GroupTokens;
  /** Who is calling (accounts 6). */
  actors: Actors;
  /** How often what may be tried. */
  limits: Limits;
  /** The instant it is; tests have a clock of their own. */
  now: () => Date;
}
