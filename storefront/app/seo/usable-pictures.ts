import { imageByUrl } from '@fynbos/core/catalogue/contract.ts';
import { callApi } from '../api-client.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import type { PageKind } from './page-kinds.ts';

type ListPage = Extract<PageKind, { page: { listing: unknown } }>;
type ProductPage = Extract<PageKind, { kind: 'product' }>;

const none = 'no_selection';

/**
 * The page with only the pictures that the shop can show. Others load the addresses in its metadata and show
 * nothing for one that is not found, while the page itself shows the placeholder.
 */
export async function withUsablePictures(page: PageKind, request: Request): Promise<PageKind> {
  if (page.kind === 'product') return withUsableProductPictures(page, request);
  return 'page' in page ? withUsableFirstPicture(page, request) : page;
}

async function withUsableProductPictures(of: ProductPage, request: Request): Promise<ProductPage> {
  const { product } = of.page;
  const children = product.configurable_children;
  const references = [...new Set([product, ...children].map(({ image }) => image))];
  const checked = await Promise.all(references.map((image) => isUsable(image, request)));
  const unusable = new Set<string | undefined>(references.filter((_, at) => !checked[at]));
  const usable = <Pictured extends { image?: string }>(pictured: Pictured): Pictured =>
    unusable.has(pictured.image) ? { ...pictured, image: none } : pictured;
  const shown = { ...usable(product), configurable_children: children.map(usable) };
  return { ...of, page: { ...of.page, product: shown } };
}

/** A list is shared with its first picture that is usable. */
async function withUsableFirstPicture(of: ListPage, request: Request): Promise<PageKind> {
  const { items } = of.page.listing;
  let unusable = 0;
  while (unusable < items.length && !(await isUsable(items[unusable]?.image, request))) unusable += 1;
  const listing = { ...of.page.listing, items: items.slice(unusable) };
  // The kind of the page stays what it is.
  return { ...of, page: { ...of.page, listing } } as ListPage;
}

/** Also true when the API cannot tell; the page is not cached then. */
async function isUsable(reference: string | undefined, request: Request): Promise<boolean> {
  if (!reference || reference === none) return false;
  const query = { url: reference, width: 600, height: 744, action: 'identify' } as const;
  return callApi(imageByUrl, { query, request }).then(
    () => true,
    (why) => !(why instanceof ApiProblem && why.code === 'image_not_found'),
  );
}
