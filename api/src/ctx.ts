import type { Actors } from './accounts/actor.ts';
import type { GroupTokens } from './accounts/group-service.ts';
import type { LiveCatalogue } from './catalogue/live.ts';
import type { LiveContent } from './content/live-content.ts';
import type { Db } from './db.ts';
import type { Limits } from './limits/limits.ts';
import type { LiveSearch } from './search/service.ts';
import type { Views } from './views.ts';

/** Dependencies of the API's features: created once at start and passed explicitly. */
export interface Ctx {
  db: Db;
  /** The products of the default store view, and the search over them. */
  catalogue: LiveCatalogue;
  search: LiveSearch;
  views: Views;
  /** Pages, blocks and menus. */
  content: LiveContent;
  groupTokens: GroupTokens;
  /** Identifies the caller (spec accounts 6). */
  actors: Actors;
  /** Rate limits. */
  limits: Limits;
  /** The current time; tests inject their own clock. */
  now: () => Date;
}
