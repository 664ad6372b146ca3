import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mapUrl } from '@fynbos/core/catalogue/contract.ts';
import { problems } from '@fynbos/core/problem.ts';
import { searchCatalogue, suggest } from '@fynbos/core/search/contract.ts';
import { checkStock, checkStockOfSku } from '@fynbos/core/stock/contract.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { httpTransport } from '../server/rendering/api-transport.ts';
import { callApi, timeoutOf } from './api-client.ts';
import { ApiProblem, problemOf } from './platform/api/api-problem.ts';
import { apiAttributes, configureApi } from './platform/api/api-settings.ts';
import { makeText } from './platform/i18n/text.ts';
import { problemMessage } from './ui/notices/problem-notice.ts';

interface ReceivedRequest {
  method?: string;
  url?: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let base: string;
let received: ReceivedRequest[] = [];
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
  respondJson({ code: 200, result: {} });
  configure();
});

afterEach(() => vi.unstubAllGlobals());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function respondJson(body: unknown, status = 200, type = 'application/json; charset=utf-8') {
  respondText(JSON.stringify(body), status, type);
}

function respondText(text: string, status = 200, type = 'application/json') {
  respond = (_request, response) => response.writeHead(status, { 'content-type': type }).end(text);
}

async function failureOf(calling: Promise<unknown>): Promise<ApiProblem> {
  const error = await calling.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiProblem);
  return error as ApiProblem;
}

function configure(settings: Partial<Parameters<typeof configureApi>[0]> = {}) {
  configureApi({ base, publicBase: '', partitionKey: 'za', switches: standardSwitches, travel, ...settings });
}

let travel: typeof httpTransport | undefined;

describe.each([
  ['call uses fetch in a browser', undefined],
  ['call uses keep-alive connections on the server', httpTransport],
])('%s', (_name, transport) => {
  beforeAll(() => {
    travel = transport;
  });

  describe('request of an API call (SHOP-4)', () => {
    test('call encodes path parameters, query and partition key in the address', async () => {
      await callApi(checkStockOfSku, { params: { sku: 'a/b c?d' } });
      await callApi(checkStock, { query: { sku: 'x&y' } });
      expect(received.map(({ url }) => url)).toEqual([
        '/api/stock/check/a%2Fb%20c%3Fd?partitionKey=za',
        '/api/stock/check?sku=x%26y&partitionKey=za',
      ]);
    });

    test('call sends client id and client info (spec accounts 7)', async () => {
      const request = new Request('http://shop.example/', {
        headers: { 'user-agent': 'Proteá 1', host: 'shop.example' },
      });
      await callApi(checkStock, { query: { sku: 'x' }, request });
      const { headers } = received[0]!;
      expect(headers['x-clientid']).toBe('web');
      expect(JSON.parse(decodeURIComponent(String(headers['x-clientinfo'])))).toEqual({
        version: 'v1.12.2',
        clientId: 'web',
        userAgent: 'Proteá 1',
        host: 'shop.example',
      });
    });

    test('call sends a body as JSON and omits undefined parameters', async () => {
      respondJson({ items: [] });
      const params = { index: 'fynbos', entity: 'product' };
      await callApi(searchCatalogue, { params, query: { size: 5, from: undefined }, body: { text: 'oats' } });
      expect(received[0]).toMatchObject({ method: 'POST', body: '{"text":"oats"}' });
      expect(received[0]?.url).toBe('/api/catalog/fynbos/product/_search?size=5&partitionKey=za');
      expect(received[0]?.headers['content-type']).toBe('application/json');
    });

    test('call sends the store code in multistore only', async () => {
      configure({ currentView: { view: storeViews[1]!, prefix: '/de', views: [] } });
      await callApi(checkStock, { query: { sku: 'x' } });
      expect(received[0]?.url).toContain('storeCode=de');
    });

    test('call in a browser reads base address and partition key from the document', async () => {
      configure({ publicBase: base, partitionKey: 'za2' });
      const attributes = apiAttributes();
      expect(attributes).toEqual({ 'data-api': base, 'data-partition': 'za2', 'data-store': undefined });
      vi.resetModules();
      vi.stubGlobal('document', { documentElement: { dataset: { api: base, partition: 'za2' } } });
      vi.stubGlobal('navigator', { userAgent: 'Phone' });
      vi.stubGlobal('location', { host: 'shop.example' });
      const browser = await import('./api-client.ts');
      await browser.callApi(checkStock, { query: { sku: 'x' } });
      expect(received[0]?.url).toContain('partitionKey=za2');
      expect(decodeURIComponent(String(received[0]?.headers['x-clientinfo']))).toContain(
        '"host":"shop.example"',
      );
    });
  });

  describe('response of an API call', () => {
    test('call unwraps code, result and meta of an envelope', async () => {
      respondJson({ code: 200, result: { sku: 'x' }, meta: { unknown: ['y'] } });
      const read = await callApi(checkStock, { query: { sku: 'x' } });
      expect(read).toEqual({ code: 200, result: { sku: 'x' }, meta: { unknown: ['y'] } });
    });

    test('call returns the body of an endpoint without an envelope, null included', async () => {
      respondJson(null);
      expect((await callApi(mapUrl, { body: { url: '/x' } })).result).toBeNull();
    });

    test('call throws an ApiProblem with code, status, message, fields and retry', async () => {
      const meta = {
        problem: 'too_many_filters',
        values: { limit: 999 },
        fields: [{ field: 'q', message: 'is long' }],
        requestId: 'r1',
      };
      respondJson({ code: 400, result: 'A search takes at most 999 filters.', meta }, 400);
      const problem = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
      expect(problem.message).toBe('A search takes at most 999 filters.');
      expect(problem.view).toEqual({
        code: 'too_many_filters',
        sentence: 'A search takes at most 999 filters.',
        status: 400,
        values: { limit: 999 },
        fields: meta.fields,
        retry: false,
        requestId: 'r1',
      });
      expect(problemOf(problem)).toBe(problem.view);
    });

    test('call treats a code other than 200 inside a 200 response as a refusal', async () => {
      respondJson({ code: 404, result: 'Product not found.', meta: { problem: 'product_not_found' } });
      const problem = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
      expect([problem.code, problem.status]).toEqual(['product_not_found', 404]);
    });

    test('call retains status and retry of every API problem', async () => {
      for (const [code, { status, retry, sentence }] of Object.entries(problems)) {
        respondJson({ code: status, result: sentence, meta: { problem: code } }, status);
        const { view } = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
        expect(view).toMatchObject({ code, status, retry });
      }
    });

    test("problemMessage uses the API's sentence for an unknown problem code", async () => {
      respondJson({ code: 409, result: 'Too late.', meta: { problem: 'invented_tomorrow' } }, 409);
      const { view } = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
      const expected = {
        status: 409,
        retry: false,
        code: 'invented_tomorrow',
        sentence: 'Too late.',
      };
      expect(view).toMatchObject(expected);
      expect(problemMessage(view, makeText('en-US', {}).t)).toBe('Too late.');
    });

    test('problemMessage uses the sentence of a server that names no problem, also as errorMessage (spec D1)', async () => {
      for (const result of ['Not today.', { errorMessage: 'Not today.' }]) {
        respondJson({ code: 500, result }, 500);
        const { view } = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
        expect(problemMessage(view, makeText('en-US', {}).t)).toBe('Not today.');
      }
    });

    test('call throws bad_content_type for a response that is not JSON (spec accounts 5)', async () => {
      respondText('<h1>Bad Gateway</h1>', 502, 'text/html');
      const problem = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
      expect(problem.message).toBe('Error with response - bad content-type!');
      expect([problem.code, problem.status]).toEqual(['bad_content_type', 502]);
    });

    test.each([200, 511])(
      'call throws network_sign_in for the page of a captive portal with status %i',
      async (status) => {
        respondText('<h1>Welcome to the hotel</h1>', status, 'text/html; charset=utf-8');
        const { code, view } = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
        expect([code, view.retry]).toEqual(['network_sign_in', true]);
      },
    );

    test.each(['', '{"half":', 'null', '[]', '{"result": 1}'])(
      'call throws wrong_format for the body %j (spec accounts 5)',
      async (body) => {
        respondText(body);
        const problem = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
        expect(problem.message).toBe('Unhandled error, wrong response format!');
        expect(problem.status).toBe(502);
      },
    );
  });

  describe('failures of an API call', () => {
    test('call throws a retryable timeout for a slow response', async () => {
      respond = () => {};
      const problem = await failureOf(callApi(checkStock, { query: { sku: 'x' }, timeout: 30 }));
      expect(problem.view).toMatchObject({ code: 'timeout', status: 503, retry: true });
    });

    test('call throws a timeout when the body never ends', async () => {
      respond = (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      expect((await failureOf(callApi(checkStock, { query: { sku: 'x' }, timeout: 50 }))).code).toBe(
        'timeout',
      );
    });

    test('call throws a retryable problem when no server listens', async () => {
      configure({ base: 'http://127.0.0.1:9' });
      const problem = await failureOf(callApi(checkStock, { query: { sku: 'x' } }));
      expect(problem.view).toMatchObject({ code: 'unreachable', status: 503, retry: true });
    });

    test('call throws a retryable problem when the response breaks off', async () => {
      respond = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{');
        setTimeout(() => response.destroy(), 10);
      };
      expect((await failureOf(callApi(checkStock, { query: { sku: 'x' } }))).code).toBe('unreachable');
    });

    test("call rejects with the caller's own abort reason", async () => {
      respond = () => {};
      const ending = new AbortController();
      const calling = callApi(checkStock, { query: { sku: 'x' }, signal: ending.signal });
      await vi.waitFor(() => expect(received).toHaveLength(1));
      ending.abort(new Error('another character was typed'));
      await expect(calling).rejects.toThrow('another character was typed');
    });

    test('timeoutOf gives search 1 s on the server and 5 s in a browser (SEA-3)', () => {
      expect([timeoutOf(searchCatalogue), timeoutOf(suggest)]).toEqual([1000, 1000]);
      vi.stubGlobal('document', {});
      expect([timeoutOf(searchCatalogue), timeoutOf(suggest)]).toEqual([5000, 5000]);
    });

    test('the operator multiplies the limits on the server only', () => {
      configure({ timeoutScale: 5 });
      expect([timeoutOf(searchCatalogue), timeoutOf(checkStock)]).toEqual([5000, 15_000]);
      vi.stubGlobal('document', {});
      expect([timeoutOf(searchCatalogue), timeoutOf(checkStock)]).toEqual([5000, 15_000]);
      configure({ timeoutScale: 2 });
      expect(timeoutOf(searchCatalogue)).toBe(5000);
    });
  });
});
