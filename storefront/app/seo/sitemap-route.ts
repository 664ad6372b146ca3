import type { Asker } from '../catalogue/queries.ts';
import {
  type Address,
  countProducts,
  largestPart,
  productAddresses,
  shopAddresses,
  urlElement,
} from './sitemap.ts';
import { xmlAnswer } from './xml-answer.ts';

/** One part of the sitemap: `shop.xml`, or `products-1.xml` and on. Any other is not found. */
export async function loader({ request, params }: { request: Request; params: { part?: string } }) {
  const { origin } = new URL(request.url);
  const addresses = await addressesOf(params.part ?? '', { request });
  if (!addresses) return new Response('There is no such sitemap.\n', { status: 404 });
  return xmlAnswer(request, listOf(origin, addresses));
}

async function addressesOf(part: string, asker: Asker): Promise<AsyncIterable<Address[]> | undefined> {
  if (part === 'shop.xml') return once(await shopAddresses(asker));
  const number = Number(/^products-([1-9]\d{0,4})\.xml$/.exec(part)?.[1]);
  const exists = number > 0 && (number - 1) * largestPart < (await countProducts(asker));
  return exists ? productAddresses(number, asker) : undefined;
}

async function* once(addresses: Address[]): AsyncGenerator<Address[]> {
  yield addresses;
}

async function* listOf(origin: string, pages: AsyncIterable<Address[]>): AsyncGenerator<string> {
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for await (const page of pages) yield page.map((address) => urlElement(origin, address)).join('');
  yield '</urlset>\n';
}
