import { inView } from '../paths.ts';
import { countProducts, inXml, largestPart } from './sitemap.ts';
import { xmlAnswer } from './xml-answer.ts';

/** Which parts the sitemap has: one for what does not change often, and as many as the products need. */
export async function loader({ request }: { request: Request }): Promise<Response> {
  const { origin } = new URL(request.url);
  const parts = Math.ceil((await countProducts({ request })) / largestPart);
  const names = ['shop', ...Array.from({ length: parts }, (_, index) => `products-${index + 1}`)];
  return xmlAnswer(request, indexOf(names.map((name) => origin + inView(`/sitemap/${name}.xml`))));
}

async function* indexOf(addresses: string[]): AsyncGenerator<string> {
  yield '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for (const address of addresses) yield `<sitemap><loc>${inXml(address)}</loc></sitemap>\n`;
  yield '</sitemapindex>\n';
}
