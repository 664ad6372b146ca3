import { isApiPath } from '@fynbos/core/api-path.ts';
import { type MetricSample, parseMetrics, sumOf } from '@fynbos/test-kit/observability/metrics.ts';
import { type Collector, openCollector, spanPath } from '@fynbos/test-kit/observability/trace-collector.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Traces visits as an operator does: by request id in the log, by trace, and in the metrics. */
let collector: Collector;
let shop: WebShop;
let output: string;
let metrics: MetricSample[];
let name: string | null;
beforeAll(async () => {
  collector = await openCollector();
  shop = await openWebShop({ TRACES_URL: collector.url, LOG_LEVEL: 'info' });
  const visit = async (path: string) => {
    const response = await fetch(shop.origin + path);
    await response.text();
    return response.headers.get('x-request-id');
  };
  const [, product] = /<loc>([^<]+)<\/loc>/.exec(
    await (await fetch(`${shop.origin}/sitemap/products-1.xml`)).text(),
  ) ?? [undefined, '/'];
  name = await visit(new URL(product!, shop.origin).pathname);
  for (const path of ['/', '/', '/cart', '/no-such-page', '/favicon.ico', '/c/pantry']) await visit(path);
  metrics = parseMetrics(await (await fetch(`${shop.origin}/api/metrics`)).text());
  await shop.close();
  output = shop.log.join('\n');
});
afterAll(() => collector.close());

test('a visit is one trace from the page through the API to the database', () => {
  const spans = collector.spans();
  const tracedSpans = spans.map((span) => ({ ...span, spanPath: spanPath(spans, span) }));
  const inDatabase = tracedSpans.find(
    ({ spanPath }) => spanPath[0] === 'GET page:product' && spanPath.at(-1)!.startsWith('select'),
  );
  expect(inDatabase?.spanPath).toEqual([
    'GET page:product',
    expect.stringMatching(/^(GET|POST) \/api\//),
    expect.stringMatching(/^select /),
  ]);
  const trace = tracedSpans.filter(({ traceId }) => traceId === inDatabase?.traceId);
  expect(trace.filter(({ spanPath }) => spanPath.length === 1).map(({ name }) => name)).toEqual([
    'GET page:product',
  ]);
  expect(trace.map(({ spanPath }) => spanPath)).toContainEqual(['GET page:product', 'render product']);
});

test('a visit has one request id in the log, which is sent to the browser', () => {
  const logEntries = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ reqId, req }) => reqId === name && req);
  const paths = logEntries.map(({ req }) => req.path);
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.filter((path) => isApiPath(path)).length).toBe(paths.length - 1);
});

test('a visit counts in the metrics by page type, never by address', () => {
  const route = (kind: string) =>
    sumOf(metrics, 'http_request_duration_seconds_count', { route: `page:${kind}` });
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
  expect(metrics.filter(({ labels }) => labels.route === '/*')).toEqual([]);
  expect(sumOf(metrics, 'page_cache_requests_total', { result: 'hit' })).toBe(1);
  expect(sumOf(metrics, 'page_cache_pages')).toBeGreaterThan(2);
  expect(sumOf(metrics, 'page_cache_bytes')).toBeGreaterThan(1000);
});
