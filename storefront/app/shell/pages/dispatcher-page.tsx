import { mapUrl } from '@fynbos/core/catalogue/contract.ts';
import { lazy, Suspense } from 'react';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
} from 'react-router';
import { callApi } from '../../api-client.ts';
import { readEntity } from '../../catalogue/state/entity-search.ts';
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
import { withoutFilters } from '../../listing/state/path-filters.ts';
import type { RenderableOfflinePage } from '../../offline-catalog/components/offline-page.lazy.ts';
import { categoryPath, contentPath, productPath } from '../../paths.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { type DocumentData, documentData, readData } from '../../platform/pages/document-data.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import { pageHeaders, tagged } from '../../platform/pages/page-headers.ts';
import { redirectToRightAddress } from '../../platform/pages/right-address.ts';
import { acceptStockNotification } from '../../product/state/accept-stock-notification.ts';
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
 * (`LatePart`).
 */
const CategoryView = lazy(async () => ({
  default: (await import('../../listing/components/category-view.tsx')).CategoryView,
}));
const ProductView = lazy(async () => ({
  default: (await import('../../product/components/product-view.tsx')).ProductView,
}));

/**
 * Resolves a `url_path` to a product, a category or a content page. Other addresses are not found (spec D30). Without
 * the URL dispatcher only content pages are found here.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const requester = { request };
  const { '*': named = '' } = params;
  const written = technical.exec(named)?.[1];
  if (written) return contentResponse(await loadContent(written, request));
  if (!apiSettings().switches.urlDispatcher) return contentResponse(await loadContent(named, request));
  const path = withoutFilters(named);
  const { result, refused } = await findMapping(path, request);
  // Only lists have filters in their path.
  if (path !== named && result?._type !== 'category') throw notFound('page', 'No mapping found');
  const url = new URL(request.url);
  const leadFrom = (right: string) =>
    redirectToRightAddress(right, contentPath(path.replace(/\/+$/, '')), url);
  if (result?._type === 'product') {
    const product = readEntity('product', result._source);
    if (product.url_path) leadFrom(productPath(product));
    const page = await loadProduct(product, requester);
    const tags = tagged(productTags(page), 'product/components/product-view.tsx', ...latePartsOf(page));
    return data(documentData(page), tags);
  }
  if (result?._type === 'category') {
    const category = readEntity('category', result._source);
    leadFrom(categoryPath(category));
    const page = await loadCategory(category, url, requester);
    const tags = tagged(categoryTags(page), 'listing/components/category-view.tsx');
    return data(documentData(page), tags);
  }
  if (result?._type === 'cms_page') {
    const page = shownPage(readEntity('cms_page', result._source));
    leadFrom(contentPath(page.identifier));
    return contentResponse(await loadContent(page.identifier, request, page));
  }
  throw notFound('page', 'No mapping found', refused);
}

/**
 * Resolves an address. A refusal counts as no result (spec commerce 7), and the log gets its code. A retryable
 * failure is thrown, so that the page is not reported as missing.
 */
async function findMapping(url: string, request: Request) {
  try {
    const query = { lang: languageOf(request) };
    return { result: (await callApi(mapUrl, { query, body: { url }, request })).result, refused: undefined };
  } catch (error) {
    if (error instanceof ApiProblem && !error.view.retry) return { result: null, refused: error.code };
    throw error;
  }
}

/** Technical addresses of a content page (spec accounts 2.1); the page's own address is canonical. */
const technical = /^(?:i|pages)\/([^/]+)$/;

const contentResponse = (page: ContentPageData) =>
  data(page, tagged(contentTags(page), ...contentParts(page)));

/** These pages have two forms: that of the contact page, and that of a sold-out product. */
export function action({ request, params }: ActionFunctionArgs) {
  return params['*'] === contactPage ? acceptContactMessage(request) : acceptStockNotification(request);
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, async () => readData<DispatchedData>(await serverLoader<typeof loader>()));
}

export const shouldRevalidate = shouldRevalidateProduct;
export const headers = pageHeaders;

type DispatchedData = ProductPageData | CategoryPageData | ContentPageData | RenderableOfflinePage;

export default function DispatcherPage({ loaderData }: { loaderData: DocumentData<DispatchedData> }) {
  // A full-height placeholder while the code loads, so that the content below does not jump.
  return <Suspense fallback={<div className="min-h-svh" />}>{viewOf(readData(loaderData))}</Suspense>;
}

function viewOf(page: DispatchedData) {
  if ('View' in page) return <page.View page={page} />;
  if (page.kind === 'product') return <ProductView key={page.product.id} page={page} />;
  return page.kind === 'category' ? <CategoryView page={page} /> : <ContentView data={page} />;
}
