import { accountEndpoints } from './accounts/contract.ts';
import { cartEndpoints } from './cart/contract.ts';
import { catalogueLabels, listProducts, mapUrl, mapUrlShort } from './catalogue/contract.ts';
import { contentEndpoints } from './content/contract.ts';
import { deliveryOffer } from './delivery/contract.ts';
import type { Endpoint } from './endpoint.ts';
import { graphql, graphqlByGet } from './graphql/contract.ts';
import { image, imageByUrl } from './images/contract.ts';
import { newsletterEndpoints } from './newsletter/contract.ts';
import {
  health,
  invalidate,
  invalidateByGet,
  live,
  metrics,
  openapi,
  ready,
  seller,
} from './operation/contract.ts';
import { orderEndpoints } from './orders/contract.ts';
import { paymentEndpoints } from './payments/contract.ts';
import { renderList } from './pricing/contract.ts';
import { pushEndpoints } from './push/contract.ts';
import {
  catalogSnapshotDifference,
  catalogSnapshotInfo,
  fullCatalogSnapshot,
  popularSearches,
  searchCatalogue,
  searchCatalogueByGet,
  suggest,
} from './search/contract.ts';
import { checkStock, checkStockOfSku, listStock, requestStockNotification } from './stock/contract.ts';
import { fulfilmentConfig } from './stores/contract.ts';

/** Every call of the API, in the order of its nouns: the source of `docs/openapi.json`. */
export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...newsletterEndpoints,
  fulfilmentConfig,
  deliveryOffer,
  checkStock,
  checkStockOfSku,
  listStock,
  requestStockNotification,
  renderList,
  listProducts,
  mapUrl,
  mapUrlShort,
  catalogueLabels,
  image,
  imageByUrl,
  ...contentEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...pushEndpoints,
  popularSearches,
  searchCatalogue,
  searchCatalogueByGet,
  suggest,
  catalogSnapshotInfo,
  fullCatalogSnapshot,
  catalogSnapshotDifference,
  graphql,
  graphqlByGet,
  seller,
  health,
  live,
  ready,
  metrics,
  openapi,
  invalidate,
  invalidateByGet,
];
