import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import type { RenderableOfflinePage } from '../offline-catalog/components/offline-page.lazy.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { CategoryView } from './components/category-view.tsx';
import { recallListing } from './state/listing-memory.ts';
import { type CategoryPageData, categoryTags, getCategory, loadCategory } from './state/load-category.ts';
import { withoutFilters } from './state/path-filters.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const category = await getCategory(withoutFilters(params.slug), { request });
  const page = await loadCategory(category, new URL(request.url), { request });
  return data(page, tagged(categoryTags(page)));
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return recallListing(request, () => serverLoader<typeof loader>());
}

export const headers = pageHeaders;

export default function CategoryPage({
  loaderData,
}: {
  loaderData: CategoryPageData | RenderableOfflinePage;
}) {
  if ('View' in loaderData) return <loaderData.View page={loaderData} />;
  return <CategoryView page={loaderData} />;
}
