import type { Requester } from '../catalogue/state/catalogue-queries.ts';
import {
  type Address,
  countProducts,
  largestPart,
  productAddresses,
  shopAddresses,
  urlElement,
} from './sitemap.ts';
import { xmlResponse } from './xml-response.ts';

/** One part of the sitemap: `shop.xml`, or `products-1.xml` and on. Other names are not found. */
export async function loader({ request, params }: { request: Request; params: { part?: string } }) {
  const { origin } = new URL(request.url);
  const addresses = await addressesOf(params.part ?? '', { request });
  if (!addresses) return new Response('There is no such sitemap.\n', { status: 404 });
  return xmlResponse(request, listOf(origin, addresses));
}

async function addressesOf(
  part: string,
  requester: Requester,
): Promise<AsyncIterable<Address[]> | undefined> {
  if (part === 'shop.xml') return once(await shopAddresses(requester));
  const number = Number(/^products-([1-9]\d{0,4})\.xml$/.exec(part)?.[1]);
  const exists = number > 0 && (number - 1) * largestPart < (await countProducts(requester));
  return exists ? productAddresses(number, requester) : undefined;
}

async function* once(addresses: Address[]): AsyncGenerator<Address[]> {
  yield addresses;
}

async function* listOf(origin: string, pages: AsyncIterable<Address[]>): AsyncGenerator<string> {
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for await (const page of pages) yield page.map((address) => urlElement(origin, address)).join('');
  yield '</urlset>\n';
}
