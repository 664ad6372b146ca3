import { type ComponentProps, lazy, memo, Suspense } from 'react';
import { Link } from 'react-router';
import { hasChoices } from '../../catalogue/state/has-choices.ts';
import type { PageChild } from '../../catalogue/state/product-details.ts';
import { brandPath, categoryPath, similarHash } from '../../paths.ts';
import { hasStoredState } from '../../platform/storage/store-view-storage.ts';
import { hydrateOnInteraction } from '../../ui/loading/hydrate-on-interaction.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StaticContent } from '../../ui/static-content.tsx';
import type { ProductPageData } from '../state/load-product.ts';
import { PriceAndPurchase } from './price-and-purchase.tsx';

/** Loaded lazily, because most products have no options and no parts. */
const ProductChoices = lazy(async () => ({
  default: (await import('./product-choices.lazy.tsx')).ProductChoices,
}));

/** Shows the server's HTML until the code arrives. A page drawn in the browser shows the price meanwhile. */
const Choices = memo(function Choices(props: ComponentProps<typeof ProductChoices>) {
  return (
    <Suspense fallback={<PriceAndPurchase {...props} product={props.page.product} />}>
      <ProductChoices {...props} />
    </Suspense>
  );
});

const ProductDelivery = hydrateOnInteraction(
  async () => (await import('../../delivery/components/product-delivery.lazy.tsx')).ProductDelivery,
  hasStoredState,
);

/** Nothing is delivered of these. */
const isVirtual = ({ type_id }: ProductPageData['product']) =>
  type_id === 'virtual' || type_id === 'downloadable';

/** Whether the product or one of its parts must stay cold. */
const needsCold = ({ product, parts }: ProductPageData): boolean =>
  product.needs_cold === true || parts.some((part) => 'needs_cold' in part);

const DietTerms = lazy(async () => ({ default: (await import('./food-panel.lazy.tsx')).DietTerms }));

const RatingLink = lazy(async () => ({
  default: (await import('../../reviews/components/rating-link.tsx')).RatingLink,
}));

/** The purchase panel: name, price, choices, stock and quantity. */
export function PurchaseSection({
  page,
  variant,
}: {
  page: ProductPageData;
  variant: PageChild | undefined;
}) {
  const { product, brand, related, crumbs } = page;
  const category = crumbs.at(-1);
  const similar = related.length > 0 || !category ? similarHash : categoryPath(category);
  return (
    <div className="grid grid-cols-1 gap-2 sm:gap-3">
      {brand && (
        <Link
          to={brandPath(brand.slug)}
          className="wrap-anywhere inline-flex min-h-6 items-center justify-self-start font-semibold text-accent underline-offset-4 hover:underline"
        >
          {brand.label}
        </Link>
      )}
      <PageTitle>{product.name}</PageTitle>
      {page.reviews.count > 0 && (
        <StaticContent>
          <RatingLink reviews={page.reviews} />
        </StaticContent>
      )}
      {product.diet.length > 0 && (
        <StaticContent>
          <DietTerms labels={product.diet} />
        </StaticContent>
      )}
      {hasChoices(product) ? (
        <Choices page={page} variant={variant} similar={similar} />
      ) : (
        <PriceAndPurchase product={product} variant={variant} similar={similar} />
      )}
      {!isVirtual(product) && (
        <div className="min-h-11 noscript:min-h-0">
          <ProductDelivery cold={needsCold(page)} />
        </div>
      )}
    </div>
  );
}
