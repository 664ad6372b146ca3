import { createContext } from 'react-router';
import type { Here } from '../app/api-settings.ts';
import type { Text } from '../app/i18n/text.ts';
import type { AsView } from '../app/seo/alternates.ts';

/** What the server knows about one request beside the request itself. */
export interface Visit {
  /** The store view that is shown, in multistore. */
  here?: Here | undefined;
  text: Text;
  /** Does something as another store view would. */
  asView: AsView;
  /** Marks the scripts we write, so that a script that slipped in from elsewhere stays unmarked. */
  scriptMark: string;
  /** Set when a loader or an action failed: the status that failure deserves. */
  failure?: number;
  /** Takes a way to render the page's tree again from the same data: for measuring what React alone needs. */
  seen?(again: () => Promise<Uint8Array>): void;
  /** Takes what went wrong while the page was made. */
  report(error: unknown): void;
  /** Takes why there is no such page: nothing went wrong, and an operator may want to know (accounts 8). */
  note?(reason: string): void;
}

/** Where loaders, entry and error handler find the visit in React Router's context. */
export const visitContext = createContext<Visit>();
