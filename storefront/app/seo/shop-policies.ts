import { findContent } from '../content/state/find-content.ts';
import { contentPath, inView } from '../paths.ts';
import { storeView } from '../platform/api/api-settings.ts';

/** The pages on which the shop says how it delivers, and what it takes back. */
const shippingPage = 'shipping-delivery';
const returnsPage = 'warranty-returns';

/** The policies of the shop as structured data. They name the shop's pages, and nothing that no page says. */
export interface Policies {
  shippingDetails?: unknown;
  hasMerchantReturnPolicy?: unknown;
}

/** The policies whose pages the shop has; none while they cannot be loaded. */
export async function findPolicies(origin: string, request: Request): Promise<Policies> {
  const body = {
    filters: { identifier: { in: [shippingPage, returnsPage] } },
    includeFields: ['identifier'],
  };
  const pages = await findContent('cms_page', body, request).catch(() => []);
  const addressOf = (page: string) =>
    pages.some(({ identifier }) => identifier === page) ? origin + inView(contentPath(page)) : undefined;
  const [shipping, returns] = [addressOf(shippingPage), addressOf(returnsPage)];
  const { country } = storeView();
  return {
    ...(shipping && {
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
        shippingSettingsLink: shipping,
      },
    }),
    ...(returns && {
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: country,
        merchantReturnLink: returns,
      },
    }),
  };
}
