import Fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { type InProcessApi, inProcessApi } from './in-process-api.ts';

let api: InProcessApi;
let requests: string[];
/** Runs while a request is handled. */
let during: () => void;
beforeEach(() => {
  const app = Fastify();
  requests = [];
  during = () => {};
  app.post('/api/*', async ({ url, headers }, reply) => {
    requests.push(url);
    during();
    if (url.includes('missing')) reply.code(404);
    const kind = url.includes('map?of=product') ? 'product' : 'category';
    if (url.includes('nothing')) return reply.type('application/json').send('null');
    return { code: reply.statusCode, result: { _type: kind, items: [1] }, agent: headers['user-agent'] };
  });
  api = inProcessApi(app, 'http://127.0.0.1:3000');
});

const menu = '/api/catalog/fynbos/category/_search?partitionKey=za';
const post = (path: string, headers: Record<string, string> = {}, body = '{}') =>
  api.travel(`http://127.0.0.1:3000${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'browser', ...headers },
    body,
    signal: new AbortController().signal,
  });

test('inProcessApi passes a call with its headers to the routes of the process', async () => {
  const { status, type, text } = await post('/api/cart/create?x=1');
  expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
  expect(JSON.parse(text)).toMatchObject({ code: 200, agent: 'browser' });
});

test('inProcessApi remembers a call of every page until something changes', async () => {
  const { json } = await post(menu);
  expect(json).toMatchObject({ result: { items: [1] } });
  expect((await post(menu)).json).toBe(json);
  expect(() => (json as { result: { items: number[] } }).result.items.push(2)).toThrow(TypeError);
  await post(menu, {}, '{"size":1}');
  api.forget();
  expect((await post(menu)).json).not.toBe(json);
  expect(requests).toEqual([menu, menu, menu]);
});

test('inProcessApi remembers that an address has no result', async () => {
  expect((await post('/api/url/map?of=nothing')).json).toBeNull();
  expect((await post('/api/url/map?of=nothing')).json).toBeNull();
  expect(requests).toHaveLength(1);
});

test('inProcessApi does not remember a response that a change overtook', async () => {
  during = () => api.forget();
  await post(menu);
  during = () => {};
  await post(menu);
  expect(requests).toHaveLength(2);
});

test.each([
  ['with a token', menu, { authorization: 'Bearer x' }, '{}'],
  ['with the token of a customer group', menu, {}, '{"groupToken":"x"}'],
  ['with a cart token', menu, { 'X-Cart-Token': 'x' }, '{}'],
  ['for products', '/api/catalog/fynbos/product/_search?x=1', {}, '{}'],
  ['for the address of a product', '/api/url/map?of=product', {}, '{}'],
  ['that is refused', '/api/url/map?of=missing', {}, '{}'],
])('inProcessApi does not remember a call %s', async (_what, path, headers, body) => {
  await post(path, headers as Record<string, string>, body);
  await post(path, headers as Record<string, string>, body);
  expect(requests).toHaveLength(2);
});
