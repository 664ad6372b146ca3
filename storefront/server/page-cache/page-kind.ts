import type { FastifyRequest } from 'fastify';

/** The page kinds for metrics; their number is limited by the number of routes. */
const ofRoute: Record<string, string> = { 'home-of-the-app': 'home' };

/**
 * The kind of a page: `product`, `cart`, `home`.
 * @param id id of its route, the file that renders it: `cart/cart-page`
 * @param tags its tags: one route serves products, categories and other content
 */
export function pageKindOf(id: string, tags: readonly string[]): string {
  const known = ofRoute[id];
  if (known) return known;
  const [, name] = /([\w-]+)-(?:page|route)$/.exec(id) ?? [];
  if (name !== 'dispatcher') return name ?? 'error';
  return ['product', 'category'].find((kind) => tags.includes(kind)) ?? 'content';
}

/** Records the page kind of a response, for metrics. */
export function notePageKind(request: FastifyRequest, kind: string): void {
  // The metrics and the access log of the API read this field.
  (request as { pageKind?: string }).pageKind = kind;
}
