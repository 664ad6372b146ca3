import { placesOf, type StoreViewAddress, storeViews } from '@fynbos/core/store-views.ts';
import type { Config } from '../../config/config.ts';
import { UserFacingError } from '../errors/user-facing-error.ts';
import { shopUrlOf } from '../mail/templates/mail-links.ts';

/**
 * The enabled store views and their addresses; the default view comes first.
 * @throws UserFacingError when the shop itself has no address, or when a view has the shop's address
 */
export function placesIn(config: Pick<Config, 'multistore' | 'storeUrls' | 'publicUrl'>): StoreViewAddress[] {
  const { multistore, publicUrl } = config;
  const addresses = config.storeUrls ?? {};
  if (!multistore) return placesOf(storeViews.slice(0, 1), {});
  if (Object.keys(addresses).length > 0 && !publicUrl)
    throw new UserFacingError('STORE_URLS needs PUBLIC_URL, the address of the shop itself.');
  const shopOrigin = URL.parse(publicUrl ?? '')?.origin;
  const places = placesOf(storeViews, addresses).map((place) =>
    place.origin === shopOrigin ? { ...place, origin: '' } : place,
  );
  const same = places.slice(1).find(({ origin, prefix }) => origin + prefix === '');
  if (same)
    throw new UserFacingError(
      `The store view ${same.view.code} needs a code in its addresses or a host of its own: set it in STORE_URLS.`,
    );
  return places;
}

/**
 * The address for links in mails and at payment providers, by the code of a store view. A disabled view has
 * the shop's address.
 */
export type ViewUrls = (storeCode: string) => string;

export function viewUrlsOf(
  config: Pick<Config, 'multistore' | 'storeUrls' | 'publicUrl' | 'host' | 'port'>,
): ViewUrls {
  const places = placesIn(config);
  const shopUrl = shopUrlOf(config);
  return (storeCode) => {
    // The first place is that of the default view, which is always enabled.
    const { origin, prefix } = places.find(({ view }) => view.code === storeCode) ?? places[0]!;
    return (origin || shopUrl) + prefix;
  };
}
