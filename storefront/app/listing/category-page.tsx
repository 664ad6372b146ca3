import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import type { Requester } from '../catalogue/state/catalogue-queries.ts';
import type { RenderableOfflinePage } from '../offline-catalog/components/offline-page.lazy.ts';
import { type DocumentData, documentData, readData } from '../platform/pages/document-data.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { permanentRedirect } from '../platform/pages/right-address.ts';
import { CategoryView } from './components/category-view.tsx';
import { recallListing } from './state/listing-memory.ts';
import { type CategoryPageData, categoryTags, getCategory, loadCategory } from './state/load-category.ts';
import { withoutFilters } from './state/path-filters.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const slug = withoutFilters(params.slug);
  const url = new URL(request.url);
  const category = await findCategory(slug, url, { request });
  const page = await loadCategory(category, url, { request });
  return data(documentData(page), tagged(categoryTags(page)));
}

/** Finds a category as `getCategory` does. A slug in another letter case redirects. */
async function findCategory(slug: string, url: URL, requester: Requester): Promise<Category> {
  try {
    return await getCategory(slug, requester);
  } catch (error) {
    const lower = slug.toLowerCase();
    if (lower === slug) throw error;
    await getCategory(lower, requester);
    throw permanentRedirect(`/c/${encodeURIComponent(lower)}`, url);
  }
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, async () => readData(await serverLoader<typeof loader>()));
}

export const headers = pageHeaders;

export default function CategoryPage({
  loaderData,
}: {
  loaderData: DocumentData<CategoryPageData | RenderableOfflinePage>;
}) {
  const page = readData(loaderData);
  return 'View' in page ? <page.View page={page} /> : <CategoryView page={page} />;
}
