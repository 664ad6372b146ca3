import { shop } from '@fynbos/core/shop.ts';
import { brandPath, categoryPath, contentPath, productPath } from '../paths.ts';
import { type AsView, alternatesOf } from './alternates.ts';
import { jsonLd, meta, unescaped } from './markup.ts';
import { kindOf, type PageKind } from './page-kinds.ts';
import { questionsData } from './questions-data.ts';
import { storesData } from './stores-data.ts';
import { crumbsData, pictureOf, productData, shopData } from './structured-data.ts';

/** What is known of a document when it has been rendered. */
export interface Rendered {
  /** The head as React wrote it. */
  head: string;
  /** The loader data of the page itself. */
  data: unknown;
  origin: string;
  locale: string;
  /** Does something as another store view. */
  asView: AsView;
  /** That it answers. */
  request: Request;
}

/**
 * What sharing and search engines read beside title, description and canonical address: Open Graph and
 * structured data. Only documents carry it; in the browser nobody reads it, so it is no part of the page's code.
 */
export async function headForMachines(rendered: Rendered): Promise<string> {
  const { head, data, origin, locale, asView, request } = rendered;
  const page = kindOf(data);
  const said = {
    title: textIn(head, /<title>([^<]*)<\/title>/),
    description: textIn(head, /<meta name="description" content="([^"]*)"/),
    url: textIn(head, /<link rel="canonical" href="([^"]*)"/),
  };
  // What has no address of its own is not shared.
  if (!said.title || !said.url) return '';
  return [
    // What is not to be found has no need to be found in other languages.
    isHidden(head) ? '' : await alternatesOf({ canonical: said.url, data, origin, request }, asView),
    ...openGraph({ ...said, origin, locale }, page),
    ...structured(origin, page).map(jsonLd),
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
    meta('property', 'og:site_name', shop.name),
    meta('property', 'og:type', page.kind === 'product' ? 'product' : 'website'),
    meta('property', 'og:title', of.title),
    ...(of.description ? [meta('property', 'og:description', of.description)] : []),
    meta('property', 'og:url', of.url),
    meta('property', 'og:locale', of.locale.replace('-', '_')),
    meta('property', 'og:image', picture.url),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('name', 'twitter:card', page.kind === 'product' ? 'summary_large_image' : 'summary'),
  ];
}

function pictureFor(origin: string, page: PageKind): { url: string; width: number; height: number } {
  const file =
    page.kind === 'product'
      ? page.page.product.image
      : 'page' in page
        ? page.page.listing.items.find(({ image }) => image && image !== 'no_selection')?.image
        : undefined;
  if (!file) return { url: `${origin}/icon-512.png`, width: 512, height: 512 };
  return { url: pictureOf(origin, file), width: 600, height: 744 };
}

function structured(origin: string, page: PageKind): unknown[] {
  switch (page.kind) {
    case 'home':
      return [shopData(origin)];
    case 'product': {
      const { product, crumbs } = page.page;
      const here = { name: product.name, path: productPath(product) };
      return [productData(origin, page.page), crumbsData(origin, crumbs, here)];
    }
    case 'category': {
      const { category, crumbs } = page.page;
      return [crumbsData(origin, crumbs.slice(0, -1), { name: category.name, path: categoryPath(category) })];
    }
    case 'brand': {
      const { label, slug } = page.page.brand;
      return [crumbsData(origin, [], { name: label, path: brandPath(slug) })];
    }
    case 'content': {
      const { page: written, crumbs, asked } = page.content;
      const here = { name: written.title, path: contentPath(written.identifier) };
      const whole = asked && asked.typed === '' && asked.count > 0 ? [questionsData(asked)] : [];
      return [crumbsData(origin, crumbs, here), ...whole];
    }
    case 'stores':
      return [storesData(origin, page.stores)];
    default:
      return [];
  }
}
