import { plainText } from '@fynbos/core/content/plain-text.ts';
import { seller } from '@fynbos/core/operation/contract.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { callApi } from '../api-client.ts';
import type { FaqSearchResult } from '../content/state/faq.ts';
import type { ContentPageData } from '../content/state/load-content.ts';
import { brandPath, categoryPath, contentPath, inView, productPath, storeLocatorPath } from '../paths.ts';
import { apiSettings, storeView } from '../platform/api/api-settings.ts';
import type { Text } from '../platform/i18n/text.ts';
import { jsonLdMarkup, metaMarkup, unescaped } from '../platform/seo/head-markup.ts';
import { type AsView, alternatesOf } from './alternate-links.ts';
import { kindOf, type PageKind } from './page-kinds.ts';
import { shopData } from './shop-data.ts';
import { findPolicies } from './shop-policies.ts';
import { crumbsData, type PageContext, pictureOf, productData } from './structured-data.ts';
import { withUsablePictures } from './usable-pictures.ts';

/** A rendered document, as far as its metadata needs it. */
export interface Rendered {
  /** The head as React rendered it. */
  head: string;
  /** The loader data of the page itself. */
  data: unknown;
  origin: string;
  text: Pick<Text, 'locale' | 'label'>;
  /** Runs a function in the context of another store view. */
  asView: AsView;
  /** The request that the document responds to. */
  request: Request;
}

/**
 * The metadata for sharing and search engines, in addition to title, description and canonical address:
 * Open Graph and structured data. Only documents carry it; browsers do not read it, so it is not part of
 * the page's code.
 */
export async function documentMetadata(rendered: Rendered): Promise<string> {
  const { head, data, origin, text, asView, request } = rendered;
  const headTexts = {
    title: textIn(head, /<title>([^<]*)<\/title>/),
    description: textIn(head, /<meta name="description" content="([^"]*)"/),
    url: textIn(head, /<link rel="canonical" href="([^"]*)"/),
  };
  // A page without its own address is not shared.
  if (!headTexts.title || !headTexts.url) return '';
  const page = await withUsablePictures(kindOf(data), request);
  return [
    // A page that is not indexed needs no alternate languages.
    isHidden(head) ? '' : await alternatesOf({ canonical: headTexts.url, data, origin, request }, asView),
    ...openGraph({ ...headTexts, origin, locale: text.locale }, page),
    ...(await structured({ origin, label: text.label }, page, request)).map(jsonLdMarkup),
  ].join('');
}

const isHidden = (head: string) => head.includes('<meta name="robots" content="noindex"');

const textIn = (head: string, place: RegExp) => unescaped(place.exec(head)?.[1] ?? '');

function openGraph(
  of: { title: string; description: string; url: string; origin: string; locale: string },
  page: PageKind,
): string[] {
  const picture = pictureFor(of.origin, page);
  return [
    metaMarkup('property', 'og:site_name', shop.name),
    metaMarkup(
      'property',
      'og:type',
      page.kind === 'product' ? 'product' : isArticle(page) ? 'article' : 'website',
    ),
    metaMarkup('property', 'og:title', of.title),
    ...(of.description ? [metaMarkup('property', 'og:description', of.description)] : []),
    metaMarkup('property', 'og:url', of.url),
    metaMarkup('property', 'og:locale', of.locale.replace('-', '_')),
    metaMarkup('property', 'og:image', picture.url),
    metaMarkup('property', 'og:image:width', String(picture.width)),
    metaMarkup('property', 'og:image:height', String(picture.height)),
    metaMarkup('property', 'og:image:alt', picture.alt),
    metaMarkup('name', 'twitter:card', page.kind === 'product' ? 'summary_large_image' : 'summary'),
  ];
}

function pictureFor(
  origin: string,
  page: PageKind,
): { url: string; width: number; height: number; alt: string } {
  const shown =
    page.kind === 'product' ? page.page.product : 'page' in page ? page.page.listing.items[0] : undefined;
  if (!shown?.image) return { url: `${origin}/icon-512.png`, width: 512, height: 512, alt: shop.name };
  return { url: pictureOf(origin, shown.image), width: 600, height: 744, alt: shown.name };
}

async function structured(context: PageContext, page: PageKind, request: Request): Promise<unknown[]> {
  const { origin, label } = context;
  switch (page.kind) {
    case 'home':
      return [await homeData(origin, request)];
    case 'product': {
      const { product, crumbs } = page.page;
      const current = { name: product.name, path: productPath(product) };
      const policies = await findPolicies(origin, request);
      return [productData(context, page.page, policies), crumbsData(context, crumbs, current)];
    }
    case 'category': {
      const { category, crumbs } = page.page;
      return [
        crumbsData(context, crumbs.slice(0, -1), {
          name: label(category.name),
          path: categoryPath(category),
        }),
      ];
    }
    case 'brand': {
      const { brand } = page.page;
      return [crumbsData(context, [], { name: brand.label, path: brandPath(brand.slug) })];
    }
    case 'content': {
      const { page: written, crumbs, faq } = page.content;
      const current = { name: written.title, path: contentPath(written.identifier) };
      const faqBlocks = faq && faq.typed === '' && faq.count > 0 ? [faqData(faq)] : [];
      const article = isArticle(page) ? [articleData(origin, page.content)] : [];
      return [crumbsData(context, crumbs, current), ...faqBlocks, ...article];
    }
    case 'stores':
      return [storesData(origin, page.stores)];
    default:
      return [];
  }
}

/** The shop with its seller, as far as the API says who that is. */
async function homeData(origin: string, request: Request): Promise<unknown> {
  const [named, policies] = await Promise.all([
    callApi(seller, { request }).catch(() => undefined),
    findPolicies(origin, request),
  ]);
  const mail = apiSettings().contactMail;
  const about = named && { ...named.result, mail };
  return shopData(origin, { seller: about, returns: policies.hasMerchantReturnPolicy });
}

/** The page below which the menus list the articles. */
const magazine = 'magazine';

const isArticle = (page: PageKind): boolean =>
  page.kind === 'content' && page.content.crumbs.some(({ url_path }) => url_path === magazine);

function articleData(origin: string, { page }: ContentPageData): unknown {
  const url = origin + inView(contentPath(page.identifier));
  const publisher = { '@type': 'Organization', '@id': `${origin}/#shop`, name: shop.name, url: origin };
  return {
    '@context': context,
    '@type': 'Article',
    headline: page.title.slice(0, 110),
    ...(page.meta_description && { description: page.meta_description }),
    image: [`${origin}/icon-512.png`],
    inLanguage: page.lang,
    dateModified: page.updated,
    mainEntityOfPage: url,
    author: publisher,
    publisher,
  };
}

/** The FAQ page with plain-text answers, as structured data. */
function faqData({ groups }: FaqSearchResult): unknown {
  const questions = groups.flatMap((group) => group.questions);
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer).join(' ') },
    })),
  };
}

const context = 'https://schema.org';

/** Every store as a place of the shop: location, opening hours and telephone number. */
function storesData(origin: string, stores: readonly Store[]): unknown {
  return { '@context': context, '@graph': stores.map((store) => storeData(origin, store)) };
}

function storeData(origin: string, store: Store) {
  return {
    '@type': ['LocalBusiness', 'GroceryStore'],
    '@id': `${origin}${inView(storeLocatorPath)}#${store.code}`,
    name: store.name,
    branchCode: store.code,
    url: origin + inView(storeLocatorPath),
    image: `${origin}/icon-512.png`,
    parentOrganization: { '@id': `${origin}/#shop` },
    address: {
      '@type': 'PostalAddress',
      streetAddress: [...store.street, store.suburb].filter(Boolean).join(', '),
      addressLocality: store.city,
      addressRegion: store.region_code,
      postalCode: store.postcode,
      addressCountry: store.region_code.slice(0, 2) || shop.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: store.latitude, longitude: store.longitude },
    ...(store.telephone && { telephone: store.telephone }),
    ...(store.hours && { openingHours: store.hours.split(';').map((part) => part.trim()) }),
    currenciesAccepted: storeView().currency,
  };
}
