import { type Collector, openCollector, wayTo } from '@fynbos/api/operation/testing/collector.ts';
import { type Figure, figuresOf, sumOf } from '@fynbos/api/operation/testing/figures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, startShop } from './shop.ts';

/** One visit as the operator can follow it: by its name in the log, in its trace, and in the figures. */
let collector: Collector;
let shop: RunningShop;
let output: string;
let figures: Figure[];
let name: string | null;
beforeAll(async () => {
  collector = await openCollector();
  shop = await startShop({ TRACES_URL: collector.url, LOG_LEVEL: 'info', OUTPUT_CACHE: 'on' });
  const visit = async (path: string) => {
    const answer = await fetch(shop.origin + path);
    await answer.text();
    return answer.headers.get('x-request-id');
  };
  const [, product] = /<loc>([^<]+)<\/loc>/.exec(
    await (await fetch(`${shop.origin}/sitemap/products-1.xml`)).text(),
  ) ?? [undefined, '/'];
  name = await visit(new URL(product!, shop.origin).pathname);
  for (const path of ['/', '/', '/cart', '/no-such-page', '/favicon.ico', '/c/pantry']) await visit(path);
  figures = figuresOf(await (await fetch(`${shop.origin}/api/metrics`)).text());
  await shop.stop();
  output = shop.output();
});
afterAll(() => collector.close());

test('in one trace from the page by way of the API to the database', () => {
  const spans = collector.spans();
  const ways = spans.map((span) => ({ ...span, way: wayTo(spans, span) }));
  const inDatabase = ways.find(
    ({ way }) => way[0] === 'GET page:product' && way.at(-1)!.startsWith('select'),
  );
  expect(inDatabase?.way).toEqual([
    'GET page:product',
    expect.stringMatching(/^(GET|POST) \/api\//),
    expect.stringMatching(/^select /),
  ]);
  const trace = ways.filter(({ traceId }) => traceId === inDatabase?.traceId);
  expect(trace.filter(({ way }) => way.length === 1).map(({ name }) => name)).toEqual(['GET page:product']);
  expect(trace.map(({ way }) => way)).toContainEqual(['GET page:product', 'render product']);
});

test('in the log by one name, which the browser is told', () => {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ reqId, req }) => reqId === name && req);
  const paths = lines.map(({ req }) => req.path);
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.filter((path) => path.startsWith('/api/')).length).toBe(paths.length - 1);
});

test('in the figures by the kind of its page, never by its address', () => {
  const route = (kind: string) =>
    sumOf(figures, 'http_request_duration_seconds_count', { route: `page:${kind}` });
  expect(['product', 'category', 'home', 'cart', 'error', 'file'].map((kind) => [kind, route(kind)])).toEqual(
    [
      ['product', 1],
      ['category', 1],
      ['home', 2],
      ['cart', 1],
      ['error', 1],
      ['file', 1],
    ],
  );
  expect(figures.filter(({ labels }) => labels.route === '/*')).toEqual([]);
  expect(sumOf(figures, 'page_cache_requests_total', { result: 'hit' })).toBe(1);
  expect(sumOf(figures, 'page_cache_pages')).toBeGreaterThan(2);
  expect(sumOf(figures, 'page_cache_bytes')).toBeGreaterThan(1000);
});
