import type { FastifyRequest } from 'fastify';

/** What figures of the shop call a page; there are as many kinds as routes, and no more. */
const ofRoute: Record<string, string> = { 'home-of-the-app': 'home' };

/**
 * The kind of a page: `product`, `cart`, `home`.
 *
 * @param id of its route, the file that makes it: `cart/cart-page`
 * @param tags what it shows: one address leads to products, categories and whatever else has a name
 */
export function pageKindOf(id: string, tags: readonly string[]): string {
  const known = ofRoute[id];
  if (known) return known;
  const [, name] = /([\w-]+)-(?:page|route)$/.exec(id) ?? [];
  if (name !== 'dispatcher') return name ?? 'error';
  return ['product', 'category'].find((kind) => tags.includes(kind)) ?? 'content';
}

/** Says what a request was answered with, for whoever measures it. */
export function notePageKind(request: FastifyRequest, kind: string): void {
  (request as { pageKind?: string }).pageKind = kind;
}
