import { shop } from '@fynbos/core/shop.ts';
import { lazy, useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { announce } from '../analytics/announce.ts';
import { useText } from '../i18n/text-context.tsx';
import { keepsSomething } from '../kept-here.ts';
import { productPath } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Still } from '../ui/still.tsx';
import { whenTouched } from '../ui/when-touched.tsx';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { BuyBox } from './buy-box.tsx';
import { Gallery, galleryImages } from './gallery.tsx';
import { useLiveProduct } from './live-product.ts';
import type { ProductPageData } from './load-product.ts';
import { ProductStrip } from './product-strip.tsx';

/** What the server wrote of these stays as it is: their code is for pages a browser draws by itself. */
const ProductAbout = lazy(async () => ({ default: (await import('./product-about.tsx')).ProductAbout }));
const FoodPanel = lazy(async () => ({ default: (await import('./food-panel.tsx')).FoodPanel }));

const ReviewList = lazy(async () => ({ default: (await import('../reviews/review-list.tsx')).ReviewList }));

/** What only a live page has: lists, the way to write a review, what was looked at before. */
const ProductButtons = whenTouched(
  async () => (await import('../lists/product-buttons.tsx')).ProductButtons,
  keepsSomething,
);
const AfterProduct = whenTouched(async () => (await import('../lists/after-product.tsx')).AfterProduct);

/** A product: what it looks like, what it costs, whether it is there, and all that is known about it. */
export function ProductView({ page: given }: { page: ProductPageData }) {
  const { t } = useText();
  const childSku = useChildSku();
  // Which one is shown is decided once: a price that changes under the shopper chooses nothing else.
  const named = given.product.configurable_children.find((child) => child.sku === childSku);
  const shown = named?.sku ?? given.product.bestSku;
  const page = useLiveProduct(given, shown ?? given.product.sku);
  const { product, details, related } = page;
  const variant = product.configurable_children.find((child) => child.sku === shown);
  const sku = variant?.sku ?? product.sku;
  // Viewed once, whatever is chosen of it or changes.
  useEffect(() => announce({ kind: 'viewed', page: given, variant }), [product.sku]);
  const own = variant?.image && variant.image !== 'no_selection' ? variant.image : undefined;
  return (
    <article className="wide pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: product.name, shop: shop.name })}
        description={product.summary}
        canonical={productPath(product, variant?.sku === childSku ? childSku : undefined)}
      />
      <BreadcrumbTrail crumbs={page.crumbs} here={product.name} />
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-12">
        <Gallery
          key={own}
          images={galleryImages([own, product.image], product.media_gallery ?? [])}
          name={product.name}
        />
        <div>
          <BuyBox page={page} variant={variant} />
          <div className="mt-3 -ml-3 flex min-h-22 flex-wrap content-start gap-x-2 sm:min-h-11 unscripted:hidden">
            <ProductButtons product={product} />
          </div>
          <Still key={sku}>
            <ProductAbout paragraphs={product.paragraphs} details={details} sku={sku} />
          </Still>
        </div>
      </div>
      {page.food && (
        <Still>
          <FoodPanel food={page.food} />
        </Still>
      )}
      {related.length > 0 && (
        <section className="mt-14">
          <h2 className="mb-4 font-bold text-2xl">{t('product.related')}</h2>
          <ProductStrip products={related} />
        </section>
      )}
      {!page.catchUp && (
        <Still key={`${product.id} ${page.reviews.count}`}>
          <ReviewList reviews={page.reviews} />
        </Still>
      )}
      <AfterProduct product={product} />
    </article>
  );
}

/** The variant the address names: in the query with the dispatcher, in the path of `/p/…` otherwise. */
function useChildSku(): string | undefined {
  const [query] = useSearchParams();
  const params = useParams();
  return query.get('childSku') ?? params.childSku;
}
