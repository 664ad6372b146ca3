import { mapUrl } from '@fynbos/core/catalogue/contract.ts';
import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { lazy, Suspense } from 'react';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { pageHeaders, tagged } from '../page-headers.ts';
import { recallListing } from './listing-memory.ts';
import { type CategoryPageData, categoryTags, loadCategory } from './load-category.ts';
import { latePartsOf, loadProduct, type ProductPageData, productTags } from './load-product.ts';
import { notFound } from './missing.ts';
import { keepsProduct } from './product-revalidation.ts';

/** An address shows one of the two, and fetches only that; the server names its file ahead (`latePart`). */
const CategoryView = lazy(async () => ({ default: (await import('./category-view.tsx')).CategoryView }));
const ProductView = lazy(async () => ({ default: (await import('./product-view.tsx')).ProductView }));

/** Whatever lives at its own `url_path`: a product or a category; anything else is not found (decision 30). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const asker = { request };
  const result = await findMapping(params['*'] ?? '', request);
  if (result?._type === 'product') {
    const page = await loadProduct(result._source as unknown as Product, asker);
    return data(page, tagged(productTags(page), `catalogue/product-view.tsx ${latePartsOf(page)}`));
  }
  if (result?._type === 'category') {
    const page = await loadCategory(result._source as unknown as Category, new URL(request.url), asker);
    return data(page, tagged(categoryTags(page), 'catalogue/category-view.tsx'));
  }
  throw notFound('page', 'No mapping found');
}

/**
 * What stands at an address, asked for with its path and the variant its query names (accounts 2.3). A refusal is no
 * result (commerce 7); what may be had in a moment is not told as if it were not there.
 */
async function findMapping(url: string, request: Request) {
  const sku = new URL(request.url).searchParams.get('childSku');
  const body = { url, ...(sku && { filters: { sku } }) };
  try {
    return (await call(mapUrl, { body, request })).result;
  } catch (error) {
    if (error instanceof ApiProblem && !error.view.retry) return null;
    throw error;
  }
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, () => serverLoader<typeof loader>());
}

export const shouldRevalidate = keepsProduct;
export const headers = pageHeaders;

export default function DispatcherPage({ loaderData }: { loaderData: ProductPageData | CategoryPageData }) {
  return (
    <Suspense>
      {loaderData.kind === 'product' ? (
        <ProductView key={loaderData.product.id} page={loaderData} />
      ) : (
        <CategoryView page={loaderData} />
      )}
    </Suspense>
  );
}
