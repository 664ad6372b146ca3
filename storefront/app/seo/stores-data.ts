import { shop } from '@fynbos/core/shop.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { inView, storeLocatorPath } from '../paths.ts';
import { storeView } from '../platform/api/api-settings.ts';

const context = 'https://schema.org';

/** Every store as a place of the shop: location, opening hours and telephone number. */
export function storesData(origin: string, stores: readonly Store[]): unknown {
  return { '@context': context, '@graph': stores.map((store) => storeData(origin, store)) };
}

function storeData(origin: string, store: Store) {
  return {
    '@type': ['LocalBusiness', 'GroceryStore'],
    '@id': `${origin}${inView(storeLocatorPath)}#${store.code}`,
    name: store.name,
    branchCode: store.code,
    url: origin + inView(storeLocatorPath),
    image: `${origin}/icon-512.png`,
    parentOrganization: { '@id': `${origin}/#shop` },
    address: {
      '@type': 'PostalAddress',
      streetAddress: [...store.street, store.suburb].filter(Boolean).join(', '),
      addressLocality: store.city,
      addressRegion: store.region_code,
      postalCode: store.postcode,
      addressCountry: store.region_code.slice(0, 2) || shop.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: store.latitude, longitude: store.longitude },
    ...(store.telephone && { telephone: store.telephone }),
    ...(store.hours && { openingHours: store.hours.split(';').map((part) => part.trim()) }),
    currenciesAccepted: storeView().currency,
  };
}
