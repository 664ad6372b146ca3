import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { findProduct } from '../catalogue/state/find-product.ts';
import { type DocumentData, documentData, readData } from '../platform/pages/document-data.ts';
import { notFound } from '../platform/pages/not-found.ts';
import { pageHeaders, tagged } from '../platform/pages/page-headers.ts';
import { ProductView } from './components/product-view.tsx';
import { acceptStockNotification } from './state/accept-stock-notification.ts';
import { latePartsOf, loadProduct, type ProductPageData, productTags } from './state/load-product.ts';
import { shouldRevalidateProduct } from './state/product-revalidation.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct('sku', params.parentSku ?? '', { request });
  if (!product) throw notFound('product', 'Product not found');
  const page = await loadProduct(product, { request });
  return data(documentData(page), tagged(productTags(page), ...latePartsOf(page)));
}

export const action = ({ request }: ActionFunctionArgs) => acceptStockNotification(request);

export const shouldRevalidate = shouldRevalidateProduct;
export const headers = pageHeaders;

export default function ProductPage({ loaderData }: { loaderData: DocumentData<ProductPageData> }) {
  const page = readData(loaderData);
  return <ProductView key={page.product.id} page={page} />;
}
