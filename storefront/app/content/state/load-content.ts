import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { type CmsNode, contentSizes } from '@fynbos/core/content/cms.ts';
import { type CmsPage, readCmsPageNamed } from '@fynbos/core/content/contract.ts';
import { pick } from '@fynbos/core/pick.ts';
import { callApi } from '../../api-client.ts';
import { type Banner, bannersOf } from '../../listing/state/banners.ts';
import { type Listing, loadListing } from '../../listing/state/load-listing.ts';
import { contactPath } from '../../paths.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { apiSettings, storeView } from '../../platform/api/api-settings.ts';
import type { LatePart } from '../../platform/pages/late-parts.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import { type FaqSearchResult, searchFaq } from './faq.ts';
import { findContent, languageOf } from './find-content.ts';
import { loadPageProducts, type NeededProduct } from './page-products.ts';

const shownFields = [
  'identifier',
  'title',
  'content_heading',
  'meta_title',
  'meta_description',
  'content',
  'lang',
  'headings',
  'products',
] as const;

/** The fields of a page that are shown. */
export type ShownPage = Pick<CmsPage, (typeof shownFields)[number]> & {
  /** The day of its last change, `2026-11-20`. */
  updated: string;
};

/** A page above this one. */
export type ContentCrumb = Crumb & Pick<ShownPage, 'lang'>;

/** A link to a related page. */
export type Article = Pick<ShownPage, 'identifier' | 'title' | 'meta_description' | 'lang'>;

export interface ContentPageData {
  kind: 'content';
  page: ShownPage;
  crumbs: ContentCrumb[];
  articles: Article[];
  /** Whether the articles are children of this page rather than siblings. */
  leads: boolean;
  /** The products that the page is about, such as the ingredients of a recipe. */
  products?: NeededProduct[];
  /** The parsed text of the FAQ page; set on that page only. */
  faq?: FaqSearchResult;
  /** The listing of the specials page, and the banners above it. */
  listing?: Listing;
  promoted?: Banner[];
}

/** Pages with functions beyond their text (spec accounts 2.1). */
export const contactPage = contactPath.slice(1);
const salePage = 'sale';
const faqPage = 'faq';

/** The cache tags of a content page (SHELL-2). */
export function contentTags({ page, listing, products = [] }: ContentPageData): string {
  // A product that is not sold now may come back.
  const dependsOnAll = listing !== undefined || products.length < (page.products?.length ?? 0);
  const shown = listing?.items ?? products.map(({ product }) => product);
  return ['page', ...(dependsOnAll ? ['product'] : []), ...shown.map(({ id }) => `P${id}`)].join(' ');
}

/** The separately loaded files of a page. */
export function contentParts({ page, listing, products }: ContentPageData): LatePart[] {
  const parts: LatePart[] = ['content/components/content-view.lazy.tsx', 'messages/content'];
  if (page.identifier === contactPage)
    return [...parts, 'content/components/contact-section.lazy.tsx', 'messages/account'];
  if (products) return [...parts, 'content/components/page-products.lazy.tsx'];
  return listing ? [...parts, 'content/components/specials-section.lazy.tsx', 'messages/home'] : parts;
}

/** Reads a content page. Throws 404 when it does not exist (spec accounts 5: the named error). */
export async function readContentPage(identifier: string, request: Request): Promise<ShownPage> {
  const params = { identifier, storeId: storeView().id };
  const query = { lang: languageOf(request) };
  const { result } = await callApi(readCmsPageNamed, { params, query, request }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'cms_empty') throw notFound('page', error.message);
    throw error;
  });
  return shownPage(result);
}

export function shownPage(page: CmsPage): ShownPage {
  return { ...pick(page, shownFields), updated: page.update_time.slice(0, 10) };
}

/**
 * Loads a page with its breadcrumbs and related articles. Throws 404.
 * @param knownPage the page, if the caller has it already
 */
export async function loadContent(
  identifier: string,
  request: Request,
  knownPage?: ShownPage,
): Promise<ContentPageData> {
  const [page, nodes] = await Promise.all([
    knownPage ?? readContentPage(identifier, request),
    // The menus are optional, so a failure to load them does not fail the page.
    findContent('cms_hierarchy', { size: contentSizes.usual }, request).catch(() => []),
  ]);
  const { above, related, leads } = placeOf(identifier, nodes);
  const crumbs = above ? [{ name: above.title, url_path: above.url_path ?? '', lang: above.lang }] : [];
  const [articles, listing, products] = await Promise.all([
    articlesOf(related, request).catch(() => []),
    identifier === salePage ? loadSpecials(request) : undefined,
    // The text is worth reading without them.
    loadPageProducts(page.products ?? [], { request }).catch(() => []),
  ]);
  const around = {
    kind: 'content' as const,
    crumbs,
    articles,
    leads,
    ...(products.length > 0 && { products }),
  };
  const promoted = bannersOf(storeView().code).promotedSpecials;
  if (identifier !== faqPage) return { ...around, page, ...(listing && { listing, promoted }) };
  const typed = new URL(request.url).searchParams.get('q') ?? '';
  return { ...around, page: { ...page, content: '', headings: [] }, faq: searchFaq(page.content, typed) };
}

/** The place of a page in the menus: its parent, and its children or siblings. */
function placeOf(identifier: string, nodes: readonly CmsNode[]) {
  const ownNodes = nodes.filter((node) => node.page === identifier);
  const over = ownNodes.find(({ children }) => children.some(({ page }) => page));
  if (over) return { above: undefined, related: pagesOf(over), leads: true };
  for (const { parent } of ownNodes) {
    const above = nodes.find((node) => node.identifier === parent && node.page);
    if (above)
      return { above, related: pagesOf(above).filter((sibling) => sibling !== identifier), leads: false };
  }
  return { above: undefined, related: [], leads: false };
}

const pagesOf = ({ children }: CmsNode): string[] => children.flatMap(({ page }) => page ?? []);

async function articlesOf(identifiers: readonly string[], request: Request): Promise<Article[]> {
  if (identifiers.length === 0) return [];
  const includeFields = ['identifier', 'title', 'meta_description', 'lang'];
  const filters = { identifier: { in: [...identifiers] } };
  const articles: Article[] = await findContent('cms_page', { filters, includeFields }, request);
  return identifiers.flatMap((identifier) => articles.find((page) => page.identifier === identifier) ?? []);
}

/** A special, or a deal in force such as "3 for R60". */
const special = [
  { attribute: 'is_special', value: { or: true }, scope: 'default' },
  { attribute: 'deals', value: { nor: null }, scope: 'default' },
];

/** All products on special, narrowed by the address. */
function loadSpecials(request: Request): Promise<Listing> {
  const filters = [...listed(apiSettings().switches), ...special];
  return loadListing({ filters }, new URL(request.url), { request });
}
