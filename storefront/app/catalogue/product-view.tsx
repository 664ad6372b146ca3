import { plainText } from '@fynbos/core/catalogue/plain-text.ts';
import { shop } from '@fynbos/core/shop.ts';
import { type ComponentProps, lazy, memo, Suspense, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { productPath } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { BuyBox } from './buy-box.tsx';
import { Gallery, galleryImages } from './gallery.tsx';
import { useLiveProduct } from './live-product.ts';
import type { ProductPageData } from './load-product.ts';
import { DetailsTable } from './product-details.tsx';
import { ProductStrip } from './product-strip.tsx';
import { variantOf } from './variant-of.ts';

/** Far down the page, and only food has it. */
const FoodPanel = lazy(async () => ({ default: (await import('./food-panel.tsx')).FoodPanel }));

/** As the server wrote it until its code is here; nothing that changes above takes it away meanwhile. */
const Food = memo(function Food(props: ComponentProps<typeof FoodPanel>) {
  return (
    <Suspense>
      <FoodPanel {...props} />
    </Suspense>
  );
});

/** A product: what it looks like, what it costs, whether it is there, and all that is known about it. */
export function ProductView({ page: given }: { page: ProductPageData }) {
  const { t } = useText();
  const childSku = useChildSku();
  // Which one is shown is decided once: a price that changes under the shopper chooses nothing else.
  const shown = variantOf(given.product, childSku).variant?.sku;
  const product = useLiveProduct(given.product, shown ?? given.product.sku);
  const variant = product.configurable_children.find((child) => child.sku === shown);
  const page = useMemo(() => ({ ...given, product }), [given, product]);
  const { details, related } = page;
  const paragraphs = plainText(product.description || product.short_description);
  const own = variant?.image && variant.image !== 'no_selection' ? variant.image : undefined;
  return (
    <article className="wide pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: product.name, shop: shop.name })}
        description={
          plainText(product.short_description || product.description)[0]?.slice(0, 160) || product.name
        }
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
          {paragraphs.length > 0 && (
            <section className="mt-8 max-w-prose">
              <h2 className="mb-2 font-bold text-xl">{t('product.description')}</h2>
              {paragraphs.map((paragraph, index) => (
                <p key={index} className="mb-3">
                  {paragraph}
                </p>
              ))}
            </section>
          )}
          <DetailsTable details={details} sku={variant?.sku ?? product.sku} />
        </div>
      </div>
      {page.food && <Food food={page.food} />}
      {related.length > 0 && (
        <section className="mt-14">
          <h2 className="mb-4 font-bold text-2xl">{t('product.related')}</h2>
          <ProductStrip products={related} />
        </section>
      )}
    </article>
  );
}

/** The variant the address names: in the query with the dispatcher, in the path of `/p/…` otherwise. */
function useChildSku(): string | undefined {
  const [query] = useSearchParams();
  const params = useParams();
  return query.get('childSku') ?? params.childSku;
}
