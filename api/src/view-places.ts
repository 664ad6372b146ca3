import { type Place, placesOf, storeViews } from '@fynbos/core/store-views.ts';
import type { Config } from './config.ts';
import { StartProblem } from './database/start-problem.ts';
import { shopUrlOf } from './mail/pages.ts';

/**
 * The store views that sell, and where each is found; the default one comes first.
 *
 * @throws StartProblem when the shop itself has no address to lead back to, or one that a view takes from it
 */
export function placesIn(config: Pick<Config, 'multistore' | 'storeUrls' | 'publicUrl'>): Place[] {
  const { multistore, publicUrl } = config;
  const addresses = config.storeUrls ?? {};
  if (!multistore) return placesOf(storeViews.slice(0, 1), {});
  if (Object.keys(addresses).length > 0 && !publicUrl)
    throw new StartProblem('STORE_URLS needs PUBLIC_URL: that is where the shop itself is.');
  const own = URL.parse(publicUrl ?? '')?.origin;
  const places = placesOf(storeViews, addresses).map((place) =>
    place.origin === own ? { ...place, origin: '' } : place,
  );
  const same = places.slice(1).find(({ origin, prefix }) => origin + prefix === '');
  if (same)
    throw new StartProblem(
      `The store view ${same.view.code} needs a code in its addresses or a host of its own: STORE_URLS says which.`,
    );
  return places;
}

/** Where mails and providers lead, by the code of a store view; one that sells no more is the shop itself. */
export type ViewUrls = (storeCode: string) => string;

export function viewUrlsOf(
  config: Pick<Config, 'multistore' | 'storeUrls' | 'publicUrl' | 'host' | 'port'>,
): ViewUrls {
  const places = placesIn(config);
  const own = shopUrlOf(config);
  return (storeCode) => {
    const { origin, prefix } = places.find(({ view }) => view.code === storeCode) ?? places[0]!;
    return (origin || own) + prefix;
  };
}
