import { data, type LoaderFunctionArgs } from 'react-router';
import { pageHeaders, tagged } from '../page-headers.ts';
import { findProduct } from './find-product.ts';
import { latePartsOf, loadProduct, type ProductPageData, productTags } from './load-product.ts';
import { notFound } from './missing.ts';
import { shouldRevalidateProduct } from './product-revalidation.ts';
import { ProductView } from './product-view.tsx';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct('sku', params.parentSku ?? '', { request });
  if (!product) throw notFound('product', 'Product not found');
  const page = await loadProduct(product, { request });
  return data(page, tagged(productTags(page), latePartsOf(page)));
}

export const shouldRevalidate = shouldRevalidateProduct;
export const headers = pageHeaders;

export default function ProductPage({ loaderData }: { loaderData: ProductPageData }) {
  return <ProductView page={loaderData} />;
}
