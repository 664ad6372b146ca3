import { imageByUrl } from '@fynbos/core/images/contract.ts';
import { callApi } from '../api-client.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import type { PageKind } from './page-kinds.ts';
import { namesVariants } from './structured-data.ts';

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
  const children = namesVariants(product) ? product.configurable_children : [];
  const references = [...new Set([product, ...children].map(({ image }) => image))];
  const checked = await Promise.all(references.map((image) => isUsable(image, request)));
  const unusable = new Set<string | undefined>(references.filter((_, at) => !checked[at]));
  const usable = <Pictured extends { image?: string }>(pictured: Pictured): Pictured =>
    unusable.has(pictured.image) ? { ...pictured, image: none } : pictured;
  const configurable_children = product.configurable_children.map(usable);
  const shown = { ...usable(product), configurable_children };
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

/** As long as a client may keep the placeholder of a picture that it did not find. */
const rememberedMs = 5 * 60_000;
const maxRemembered = 10_000;
/** Whether the shop can show a picture, by API and reference. Pages name the same pictures again and again. */
const remembered = new Map<string, { answer: Promise<boolean>; until: number }>();

/** Also true when the API cannot tell; the page is not cached then. */
function isUsable(reference: string | undefined, request: Request): Promise<boolean> {
  if (!reference || reference === none) return Promise.resolve(false);
  const key = `${apiSettings().base} ${reference}`;
  const known = remembered.get(key);
  if (known && known.until > Date.now()) return known.answer;
  const answer = identify(reference, request).catch(() => {
    remembered.delete(key);
    return true;
  });
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(key, { answer, until: Date.now() + rememberedMs });
  return answer;
}

/** Rejects when the API cannot tell. */
async function identify(reference: string, request: Request): Promise<boolean> {
  const query = { url: reference, width: 600, height: 744, action: 'identify' } as const;
  try {
    await callApi(imageByUrl, { query, request });
    return true;
  } catch (why) {
    if (why instanceof ApiProblem && why.code === 'image_not_found') return false;
    throw why;
  }
}
