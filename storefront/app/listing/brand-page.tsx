import { shop } from '@fynbos/core/shop.ts';
import { useEffect } from 'react';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useLocation } from 'react-router';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import type { RenderableOfflinePage } from '../offline-catalog/components/offline-page.lazy.ts';
import { brandPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { type DocumentData, documentData, readData } from '../platform/pages/document-data.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { useSeoTexts } from '../platform/seo/seo-texts.ts';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ListingView } from './components/listing-view.tsx';
import { recallListing, rememberListing } from './state/listing-memory.ts';
import { isNarrowed } from './state/listing-path.ts';
import { type BrandPageData, loadBrand } from './state/load-brand.ts';
import { withoutFilters } from './state/path-filters.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await loadBrand(withoutFilters(params.slug), new URL(request.url), { request });
  const tags = ['search', 'product', ...page.listing.items.map(({ id }) => `P${id}`)];
  return data(documentData(page), tagged(tags.join(' ')));
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, async () => readData(await serverLoader<typeof loader>()));
}

export const headers = pageHeaders;

export default function BrandPage({
  loaderData,
}: {
  loaderData: DocumentData<BrandPageData | RenderableOfflinePage>;
}) {
  const page = readData(loaderData);
  return 'View' in page ? <page.View page={page} /> : <BrandView page={page} />;
}

/** All products of one brand. */
function BrandView({ page }: { page: BrandPageData }) {
  const { t } = useText();
  const seo = useSeoTexts();
  const { pathname, search } = useLocation();
  useEffect(() => rememberListing(pathname + search, page), [pathname, search, page]);
  const { brand, listing } = page;
  const title = t('brand.title', { brand: brand.label });
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: title, shop: shop.name })}
        description={seo.description}
        canonical={brandPath(brand.slug)}
        noIndex={isNarrowed(listing.choice)}
      />
      <BreadcrumbTrail crumbs={[]} current={brand.label} />
      <PageTitle count={t('listing.count', { count: listing.total })}>{title}</PageTitle>
      <div className="mt-6">
        <ListingView listing={listing} empty={<InlineNotice>{t('listing.noMatch')}</InlineNotice>} />
      </div>
    </div>
  );
}
