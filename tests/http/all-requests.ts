import { endpoints } from '@fynbos/core/endpoints.ts';
import { accountRoutes, aliases, contentRoutes, files, openRoutes } from '../e2e/fixtures/route-list.ts';

/** A request to any address of the shop. */
export interface RequestSpec {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

const json = { 'content-type': 'application/json' };

/** Every API endpoint, with placeholders filled in. */
export const calls: readonly RequestSpec[] = endpoints.map(({ method, path }) => ({
  method,
  path: path
    .replace('{name}', 'wishlist')
    .replace('{provider}', 'card')
    .replace(/\{\w+\}/g, '1')
    .replace('*', 'x.jpg'),
  ...(method !== 'GET' && { body: '{}', headers: json }),
}));

const get = (path: string): RequestSpec => ({ method: 'GET', path });
const routes = [...openRoutes, ...accountRoutes, ...contentRoutes].map(({ path }) => path);

/** Every page, and its data as client navigation requests it. */
export const pages: readonly RequestSpec[] = routes.flatMap((path) => [
  get(path),
  get(path.replace(/^\/(?=$|\?)/, '/_root').replace(/(?=\?|$)/, '.data')),
]);

/** Public addresses other than pages. */
export const besides: readonly RequestSpec[] = [
  ...[...aliases.map(({ path }) => path), ...files, '/service-worker.js', '/manifest.webmanifest'].map(get),
  get('/img/310/300/resize/drawn/TEA-ROOIBOS.svg'),
];

/** Requests that are rejected early or address nothing. */
export const refused: readonly RequestSpec[] = [
  ...['/api/nowhere', '/api', '/img/1/1/fit/x', '/assets/old.js', '/wp-login.php', '/.git/config'].map(get),
  ...['/api/%zz', '/%zz', '/api/user/me?token=%E0%A4%A', '/%00', `/${'x'.repeat(5000)}`].map(get),
  { method: 'PUT', path: '/' },
  { method: 'PUT', path: '/api/seller' },
  { method: 'OPTIONS', path: '/' },
  { method: 'OPTIONS', path: '/api/seller' },
  { method: 'HEAD', path: '/' },
  { method: 'HEAD', path: '/api/seller' },
  { method: 'POST', path: '/api/cart/create', body: '{', headers: json },
  { method: 'POST', path: '/api/cart/create', body: 'x=1', headers: { 'content-type': 'text/xml' } },
  { method: 'POST', path: '/api/cart/create', body: `"${'x'.repeat(150_000)}"`, headers: json },
  {
    method: 'POST',
    path: '/language',
    body: `locale=${'x'.repeat(70_000)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    method: 'POST',
    path: '/language',
    body: 'locale=de-DE',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
  },
];

/** Sends a request unchanged, without following redirects. */
export function sendTo(
  origin: string,
  { method, path, body, headers }: RequestSpec,
  more = {},
): Promise<Response> {
  return fetch(origin + path, { method, body, headers: { ...headers, ...more }, redirect: 'manual' });
}
