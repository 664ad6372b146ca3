import { inView } from '../paths.ts';
import { countProducts, inXml, largestPart } from './sitemap.ts';
import { xmlResponse } from './xml-response.ts';

/** The sitemap index: one part for pages that seldom change, and as many parts as the products need. */
export async function loader({ request }: { request: Request }): Promise<Response> {
  const { origin } = new URL(request.url);
  const parts = Math.ceil((await countProducts({ request })) / largestPart);
  const names = ['shop', ...Array.from({ length: parts }, (_, index) => `products-${index + 1}`)];
  return xmlResponse(request, indexOf(names.map((name) => origin + inView(`/sitemap/${name}.xml`))));
}

async function* indexOf(addresses: string[]): AsyncGenerator<string> {
  yield '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for (const address of addresses) yield `<sitemap><loc>${inXml(address)}</loc></sitemap>\n`;
  yield '</sitemapindex>\n';
}
