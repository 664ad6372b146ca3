import type { CatalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { createContext } from 'react-router';
import type { CurrentStoreView } from '../../app/platform/api/api-settings.ts';
import type { Text } from '../../app/platform/i18n/text.ts';
import type { AsView } from '../../app/seo/alternate-links.ts';

/** The server's data about one request, in addition to the request itself. */
export interface Visit {
  /** The current store view, in multistore. */
  currentView?: CurrentStoreView | undefined;
  text: Text;
  /** The translations of the catalogue that the page shows so far; undefined when its language has none. */
  shownLabels?: CatalogueLabels;
  /** Runs a function in the context of another store view. */
  asView: AsView;
  /** The nonce of the scripts we write; an injected script does not have it. */
  scriptNonce: string;
  /** The bytes of the rendered document; a web response would copy them several times. */
  document?: Buffer;
  /** The status of a failed loader or action. */
  failure?: number;
  /** Receives a function that renders the page's tree again from the same data, to measure React alone. */
  seen?(rerender: () => Promise<Uint8Array>): void;
  /** Receives errors of the rendering. */
  report(error: unknown): void;
  /**
   * Receives the reason why a page does not exist: not an error, but of interest to operators (spec accounts 8).
   * `refused` is the problem code of a lookup that failed.
   */
  note?(reason: string, refused?: string): void;
}

/** A response of the renderer. A document has its bytes beside it, and no body. */
export type RenderedResponse = Response & Pick<Visit, 'document'>;

/** The context in which loaders, entry and error handler find the visit. */
export const visitContext = createContext<Visit>();
