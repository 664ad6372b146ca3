import { mapUrl } from '@fynbos/core/catalogue/contract.ts';
import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import type { CmsPage } from '@fynbos/core/content/contract.ts';
import { lazy, Suspense } from 'react';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
} from 'react-router';
import { call } from '../../api-client.ts';
import { acceptContactMessage } from '../../content/components/contact-form-action.ts';
import { languageOf } from '../../content/state/find-content.ts';
import {
  type ContentPageData,
  contactPage,
  contentParts,
  contentTags,
  loadContent,
  shownPage,
} from '../../content/state/load-content.ts';
import { recallListing } from '../../listing/state/listing-memory.ts';
import { type CategoryPageData, categoryTags, loadCategory } from '../../listing/state/load-category.ts';
import type { RenderableOfflinePage } from '../../offline-catalog/components/offline-page.lazy.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import { pageHeaders, tagged } from '../../platform/pages/page-headers.ts';
import {
  latePartsOf,
  loadProduct,
  type ProductPageData,
  productTags,
} from '../../product/state/load-product.ts';
import { shouldRevalidateProduct } from '../../product/state/product-revalidation.ts';

const ContentView = lazy(async () => ({
  default: (await import('../../content/components/content-view.lazy.tsx')).ContentView,
}));

/**
 * Each address shows one of the three views and loads only that one. The server announces its file
 * (`latePart`).
 */
const CategoryView = lazy(async () => ({
  default: (await import('../../listing/components/category-view.tsx')).CategoryView,
}));
const ProductView = lazy(async () => ({
  default: (await import('../../product/components/product-view.tsx')).ProductView,
}));

/**
 * Resolves a `url_path` to a product, a category or a content page. Other addresses are not found (spec D30).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const requester = { request };
  const written = technical.exec(params['*'] ?? '')?.[1];
  if (written) return contentResponse(await loadContent(written, request));
  const result = await findMapping(params['*'] ?? '', request);
  if (result?._type === 'product') {
    const page = await loadProduct(result._source as unknown as Product, requester);
    return data(page, tagged(productTags(page), `catalogue/product-view.tsx ${latePartsOf(page)}`));
  }
  if (result?._type === 'category') {
    const page = await loadCategory(result._source as unknown as Category, new URL(request.url), requester);
    return data(page, tagged(categoryTags(page), 'listing/components/category-view.tsx'));
  }
  if (result?._type === 'cms_page') {
    const page = shownPage(result._source as unknown as CmsPage);
    return contentResponse(await loadContent(page.identifier, request, page));
  }
  throw notFound('page', 'No mapping found');
}

/**
 * Resolves an address. A refusal counts as no result (spec commerce 7). A retryable failure is thrown, so that
 * the page is not reported as missing.
 */
async function findMapping(url: string, request: Request) {
  try {
    return (await call(mapUrl, { query: { lang: languageOf(request) }, body: { url }, request })).result;
  } catch (error) {
    if (error instanceof ApiProblem && !error.view.retry) return null;
    throw error;
  }
}

/** Technical addresses of a content page (spec accounts 2.1); the page's own address is canonical. */
const technical = /^(?:i|pages)\/([^/]+)$/;

const contentResponse = (page: ContentPageData) => data(page, tagged(contentTags(page), contentParts(page)));

/** The contact form is the only form on these pages. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (params['*'] !== contactPage) throw notFound('page', 'No mapping found');
  return acceptContactMessage(request);
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, () => serverLoader<typeof loader>());
}

export const shouldRevalidate = shouldRevalidateProduct;
export const headers = pageHeaders;

type DispatchedData = ProductPageData | CategoryPageData | ContentPageData | RenderableOfflinePage;

export default function DispatcherPage({ loaderData }: { loaderData: DispatchedData }) {
  // A full-height placeholder while the code loads, so that the content below does not jump.
  return <Suspense fallback={<div className="min-h-svh" />}>{viewOf(loaderData)}</Suspense>;
}

function viewOf(page: DispatchedData) {
  if ('View' in page) return <page.View page={page} />;
  if (page.kind === 'product') return <ProductView key={page.product.id} page={page} />;
  return page.kind === 'category' ? <CategoryView page={page} /> : <ContentView data={page} />;
}
