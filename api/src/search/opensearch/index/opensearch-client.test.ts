import { EngineAway } from '@fynbos/core/search/search-engine.ts';
import { openStubServer } from '@fynbos/test-kit/network/stub-server.ts';
import { expect, test } from 'vitest';
import { EngineRefused, openBreaker, openSearchClient } from './opensearch-client.ts';

/** A stub search engine, and a client connected to it. */
async function meet(respond: Parameters<typeof openStubServer>[0], within?: (url: string) => string) {
  const engine = await openStubServer(respond);
  let clock = 0;
  const wire = openSearchClient(
    within ? within(engine.url) : engine.url,
    openBreaker(() => clock),
  );
  const later = (ms: number) => {
    clock += ms;
  };
  return { engine, wire, later, [Symbol.asyncDispose]: () => engine.close() };
}

test('credentials are sent in a header, never in a URL or an error message', async () => {
  await using met = await meet(
    () => ({ status: 403, body: { error: { type: 'security_exception', reason: 'no permissions' } } }),
    (url) => url.replace('//', '//shop:s%40cret@'),
  );
  const refused = await met.wire.request('GET', '/fynbos').catch((error: Error) => error);
  expect(refused).toBeInstanceOf(EngineRefused);
  expect((refused as Error).message).toContain('403 security_exception, no permissions');
  expect((refused as Error).message).not.toContain('cret');
  const [firstRequest] = met.engine.receivedRequests;
  expect(firstRequest!.headers.authorization).toBe(`Basic ${Buffer.from('shop:s@cret').toString('base64')}`);
});

test('an overloaded engine or a proxy error counts as unavailable', async () => {
  let response: { status: number; body: unknown } = { status: 429, body: {} };
  await using met = await meet(() => response);
  await expect(met.wire.request('GET', '/')).rejects.toThrow('overloaded');
  response = { status: 502, body: '<h1>Bad gateway</h1>' };
  await expect(met.wire.request('GET', '/')).rejects.toThrow(EngineAway);
  response = { status: 200, body: '<h1>Welcome</h1>' };
  await expect(met.wire.request('GET', '/')).rejects.toThrow('is not a search engine');
});

test('after three late responses requests fail at once; one probe a second detects the recovery', async () => {
  let isLate = true;
  await using met = await meet(() => (isLate ? { status: 503, body: {} } : { body: { well: true } }));
  for (let time = 0; time < 9; time++) await expect(met.wire.request('GET', '/')).rejects.toThrow(EngineAway);
  expect(met.engine.receivedRequests).toHaveLength(3);
  met.later(1000);
  await expect(met.wire.request('GET', '/')).rejects.toThrow(EngineAway);
  expect(met.engine.receivedRequests).toHaveLength(4);
  isLate = false;
  await expect(met.wire.request('GET', '/')).rejects.toThrow(EngineAway);
  met.later(1000);
  expect(await met.wire.request('GET', '/')).toEqual({ well: true });
  expect(await met.wire.request('GET', '/')).toEqual({ well: true });
});

test('the first refused connection opens the breaker', async () => {
  const met = await meet(() => ({ body: {} }));
  await met.engine.close();
  await expect(met.wire.request('GET', '/')).rejects.toThrow('ECONNREFUSED');
  await expect(met.wire.request('GET', '/')).rejects.toThrow('the search engine does not respond');
});

test('a request whose connection closes is retried once', async () => {
  let cut = true;
  await using met = await meet(() => {
    const response = cut ? undefined : { body: { well: true } };
    cut = false;
    return response;
  });
  expect(await met.wire.request('GET', '/')).toEqual({ well: true });
  expect(met.engine.receivedRequests).toHaveLength(2);
});

test('a request without a response times out', async () => {
  const engine = await openStubServer(() => ({ body: {} }));
  const silent = await import('node:net').then(({ createServer }) =>
    createServer(() => {}).listen(0, '127.0.0.1'),
  );
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const wire = openSearchClient(`http://127.0.0.1:${port}`);
  await expect(wire.request('GET', '/', undefined, 50)).rejects.toThrow(EngineAway);
  silent.close();
  await engine.close();
});
