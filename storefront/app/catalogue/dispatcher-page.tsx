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
import { call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { languageOf } from '../content/find-content.ts';
import {
  type ContentPageData,
  contactPage,
  contentParts,
  contentTags,
  loadContent,
  shownPage,
} from '../content/load-content.ts';
import { takeLetter } from '../content/take-letter.ts';
import { pageHeaders, tagged } from '../page-headers.ts';
import type { PocketAnswer } from '../pocket/instead.ts';
import { recallListing } from './listing-memory.ts';
import { type CategoryPageData, categoryTags, loadCategory } from './load-category.ts';
import { latePartsOf, loadProduct, type ProductPageData, productTags } from './load-product.ts';
import { notFound } from './missing.ts';
import { keepsProduct } from './product-revalidation.ts';

const ContentView = lazy(async () => ({
  default: (await import('../content/content-view.tsx')).ContentView,
}));

/** An address shows one of the three, and fetches only that; the server names its file ahead (`latePart`). */
const CategoryView = lazy(async () => ({ default: (await import('./category-view.tsx')).CategoryView }));
const ProductView = lazy(async () => ({ default: (await import('./product-view.tsx')).ProductView }));

/** Whatever lives at its own `url_path`: a product, a category or a page of ours; anything else is not found (decision 30). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const asker = { request };
  const written = technical.exec(params['*'] ?? '')?.[1];
  if (written) return contentAnswer(await loadContent(written, request));
  const result = await findMapping(params['*'] ?? '', request);
  if (result?._type === 'product') {
    const page = await loadProduct(result._source as unknown as Product, asker);
    return data(page, tagged(productTags(page), `catalogue/product-view.tsx ${latePartsOf(page)}`));
  }
  if (result?._type === 'category') {
    const page = await loadCategory(result._source as unknown as Category, new URL(request.url), asker);
    return data(page, tagged(categoryTags(page), 'catalogue/category-view.tsx'));
  }
  if (result?._type === 'cms_page') {
    const page = shownPage(result._source as unknown as CmsPage);
    return contentAnswer(await loadContent(page.identifier, request, page));
  }
  throw notFound('page', 'No mapping found');
}

/**
 * What stands at an address. A refusal is no result (commerce 7); what may be had in a moment is not told as if it were
 * not there.
 */
async function findMapping(url: string, request: Request) {
  try {
    return (await call(mapUrl, { query: { lang: languageOf(request) }, body: { url }, request })).result;
  } catch (error) {
    if (error instanceof ApiProblem && !error.view.retry) return null;
    throw error;
  }
}

/** A page of ours by its technical addresses (accounts 2.1), which its own one is canonical for. */
const technical = /^(?:i|pages)\/([^/]+)$/;

const contentAnswer = (page: ContentPageData) => data(page, tagged(contentTags(page), contentParts(page)));

/** The one form of a page that stands at its own address. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (params['*'] !== contactPage) throw notFound('page', 'No mapping found');
  return takeLetter(request);
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, () => serverLoader<typeof loader>());
}

export const shouldRevalidate = keepsProduct;
export const headers = pageHeaders;

type DispatchedData = ProductPageData | CategoryPageData | ContentPageData | PocketAnswer;

export default function DispatcherPage({ loaderData }: { loaderData: DispatchedData }) {
  // A screen high while its code comes: what stands below would jump up and down again.
  return <Suspense fallback={<div className="min-h-svh" />}>{viewOf(loaderData)}</Suspense>;
}

function viewOf(page: DispatchedData) {
  if ('View' in page) return <page.View page={page} />;
  if (page.kind === 'product') return <ProductView key={page.product.id} page={page} />;
  return page.kind === 'category' ? <CategoryView page={page} /> : <ContentView data={page} />;
}
