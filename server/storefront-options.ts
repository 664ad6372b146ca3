import type { Config } from '@fynbos/api/config/config.ts';
import { widgetOriginOf } from '@fynbos/api/payments/provider-setup.ts';
import { placesIn } from '@fynbos/api/platform/http/store-view-urls.ts';
import type { StorefrontOptions } from '@fynbos/storefront/server/mount.ts';

/**
 * The storefront's options, derived from the operator's configuration.
 * @param apiUrl where this process reaches the API
 */
export function storefrontOptions(config: Config, apiUrl: string): StorefrontOptions {
  return {
    apiUrl,
    publicApiUrl: config.publicApiUrl,
    publicUrl: config.publicUrl,
    hasProxies: config.trustedProxies !== undefined,
    places: placesIn(config),
    partitionKey: config.partitionKeys[0],
    switches: {
      stockSync: config.stockSync,
      listOutOfStock: config.listOutOfStock,
      urlDispatcher: config.urlDispatcher,
      directChildAccess: config.directChildAccess,
      variantFallback: config.variantFallback,
      tokenInHeader: config.tokenInHeader,
      tokenRefresh: config.tokenRefresh,
      zeroPriceProducts: config.zeroPriceProducts,
      priceTiers: config.priceTiers,
      outOfStockInCart: config.outOfStockInCart,
      cartSync: config.cartSync,
      totalsSync: config.totalsSync,
      countPieces: config.countUnits,
      askBeforeRemoving: config.confirmRemoval,
      sendOfflineOrders: config.sendOfflineOrders,
    },
    filtersInPath: config.listingFilters === 'path',
    shortestName: config.shortestName,
    cartBypassLimit: config.cartBypassLimit,
    checkoutUrl: config.externalCheckoutUrl,
    contactMail: config.contactMail[0],
    cardOrigin: widgetOriginOf(config),
    outside: {
      tags: config.gtmId && { id: config.gtmId, url: config.gtmUrl, origins: config.gtmOrigins },
      chat: config.chatPropertyId && {
        id: config.chatPropertyId,
        url: config.chatUrl,
        origins: config.chatOrigins,
      },
      debug: config.analyticsDebug,
    },
    cache: config.outputCache,
    tagsHeader: config.cacheTags,
    timeoutScale: config.timeoutScale,
  };
}
