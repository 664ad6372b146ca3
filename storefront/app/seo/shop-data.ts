import { shop } from '@fynbos/core/shop.ts';
import { homePath, inView, searchPath } from '../paths.ts';

type Data = Record<string, unknown>;
const context = 'https://schema.org';

/** What the operator says about the seller, as on an invoice. */
export interface SellerFacts {
  name: string;
  address: string;
  vatNumber: string;
  /** The mail address of the contact page. */
  mail: string | undefined;
}

/** The seller's name, address and contact, as far as they are known. */
function sellerData(seller: SellerFacts | undefined): Data {
  if (!seller) return {};
  const { name, address, vatNumber, mail } = seller;
  return {
    legalName: name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.replace(/\s*\n\s*/g, ', '),
      addressCountry: shop.country,
    },
    ...(vatNumber !== 'none' && { vatID: vatNumber }),
    ...(mail && { contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email: mail } }),
  };
}

/** The shop itself and its search, for the home page. */
export function shopData(
  origin: string,
  { seller, returns }: { seller?: SellerFacts | undefined; returns?: unknown } = {},
): Data {
  const home = origin + inView(homePath);
  const target = `${origin}${inView(searchPath)}?q={search_term_string}`;
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#shop`,
    name: shop.name,
    url: home,
  };
  return {
    '@context': context,
    '@graph': [
      {
        ...organization,
        logo: `${origin}/icon-512.png`,
        ...sellerData(seller),
        ...(returns !== undefined && { hasMerchantReturnPolicy: returns }),
      },
      {
        '@type': 'WebSite',
        url: home,
        name: shop.name,
        publisher: { '@id': organization['@id'] },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: target },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
