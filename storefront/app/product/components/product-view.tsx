import { shop } from '@fynbos/core/shop.ts';
import { lazy, useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { BreadcrumbTrail } from '../../catalogue/components/breadcrumbs.tsx';
import { ProductStrip } from '../../listing/components/product-strip.tsx';
import { productPath, similarHash } from '../../paths.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { hasStoredState } from '../../platform/storage/store-view-storage.ts';
import { hydrateOnInteraction } from '../../ui/loading/hydrate-on-interaction.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StaticContent } from '../../ui/static-content.tsx';
import type { ProductPageData } from '../state/load-product.ts';
import { variantSkuOf } from '../state/named-variant.ts';
import { useLiveProduct } from '../state/use-live-product.ts';
import { Gallery, galleryImages } from './gallery.tsx';
import { PurchaseSection } from './purchase-section.tsx';

/** The server's HTML of these parts is not hydrated. Their code is for pages rendered in the browser. */
const ProductAbout = lazy(async () => ({
  default: (await import('./product-description.lazy.tsx')).ProductAbout,
}));
const FoodPanel = lazy(async () => ({ default: (await import('./food-panel.lazy.tsx')).FoodPanel }));

const ReviewList = lazy(async () => ({
  default: (await import('../../reviews/components/review-list.lazy.tsx')).ReviewList,
}));

/** Parts that only a hydrated page has: list buttons, the review form, recently viewed products. */
const ProductButtons = hydrateOnInteraction(
  async () => (await import('./product-list-buttons.lazy.tsx')).ProductButtons,
  hasStoredState,
);
const AfterProduct = hydrateOnInteraction(
  async () => (await import('./product-page-end.lazy.tsx')).AfterProduct,
);

/** A product page: pictures, price, stock and details. */
export function ProductView({ page: initialPage }: { page: ProductPageData }) {
  const { t } = useText();
  const childSku = useChildSku();
  // The variant is selected once, so a price that changes while the page is open does not select another.
  const shown = variantSkuOf(initialPage.product, childSku);
  const page = useLiveProduct(initialPage, shown ?? initialPage.product.sku);
  const { product, details, related } = page;
  const variant = product.configurable_children.find((child) => child.sku === shown);
  const sku = variant?.sku ?? product.sku;
  // Announced once per product, whatever is chosen or changes.
  useEffect(() => announceEvent({ kind: 'viewed', page: initialPage, variant }), [product.sku]);
  const variantImage = variant?.image && variant.image !== 'no_selection' ? variant.image : undefined;
  return (
    <article className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: product.name, shop: shop.name })}
        description={product.summary}
        canonical={productPath(product, variant?.sku === childSku ? childSku : undefined)}
      />
      <BreadcrumbTrail crumbs={page.crumbs} current={product.name} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-12">
        <Gallery
          key={variantImage}
          images={galleryImages([variantImage, product.image], product.media_gallery ?? [])}
          name={product.name}
        />
        <div>
          <div className="buying-card">
            <PurchaseSection page={page} variant={variant} />
            <div className="mt-3 -ml-3 flex min-h-22 flex-wrap content-start gap-x-2 sm:min-h-11 noscript:hidden">
              <ProductButtons product={product} />
            </div>
          </div>
          <StaticContent key={sku}>
            <ProductAbout paragraphs={product.paragraphs} details={details} sku={sku} />
          </StaticContent>
        </div>
      </div>
      {page.food && (
        <StaticContent>
          <FoodPanel food={page.food} />
        </StaticContent>
      )}
      {related.length > 0 && (
        <section id={similarHash.slice(1)} className="mt-14 scroll-mt-20">
          <h2 className="mb-4 font-bold text-2xl">{t('product.related')}</h2>
          <ProductStrip products={related} />
        </section>
      )}
      {!page.catchUp && (
        <StaticContent key={`${product.id} ${page.reviews.count}`}>
          <ReviewList reviews={page.reviews} />
        </StaticContent>
      )}
      <AfterProduct product={product} />
    </article>
  );
}

/** The variant named by the address: in the query for dispatcher pages, in the path of `/p/…`. */
function useChildSku(): string | undefined {
  const [query] = useSearchParams();
  const params = useParams();
  return query.get('childSku') ?? params.childSku;
}
