import { EngineAway } from '@fynbos/core/search/engine.ts';
import { expect, test } from 'vitest';
import { openStandIn } from '../../testing/stand-in.ts';
import { openBreaker } from './breaker.ts';
import { EngineRefused, openWire } from './wire.ts';

/** Something that speaks as an engine does, and a wire to it. */
async function meet(answer: Parameters<typeof openStandIn>[0], within?: (url: string) => string) {
  const engine = await openStandIn(answer);
  let clock = 0;
  const wire = openWire(
    within ? within(engine.url) : engine.url,
    openBreaker(() => clock),
  );
  const later = (ms: number) => {
    clock += ms;
  };
  return { engine, wire, later, [Symbol.asyncDispose]: () => engine.close() };
}

test('name and password travel in a header, never in an address or a message', async () => {
  await using met = await meet(
    () => ({ status: 403, body: { error: { type: 'security_exception', reason: 'no permissions' } } }),
    (url) => url.replace('//', '//shop:s%40cret@'),
  );
  const refused = await met.wire.ask('GET', '/fynbos').catch((error: Error) => error);
  expect(refused).toBeInstanceOf(EngineRefused);
  expect((refused as Error).message).toContain('403 security_exception, no permissions');
  expect((refused as Error).message).not.toContain('cret');
  const [asked] = met.engine.asked;
  expect(asked!.headers.authorization).toBe(`Basic ${Buffer.from('shop:s@cret').toString('base64')}`);
});

test('an engine that is overloaded, or a proxy that answers for it, is away', async () => {
  let said: { status: number; body: unknown } = { status: 429, body: {} };
  await using met = await meet(() => said);
  await expect(met.wire.ask('GET', '/')).rejects.toThrow('overloaded');
  said = { status: 502, body: '<h1>Bad gateway</h1>' };
  await expect(met.wire.ask('GET', '/')).rejects.toThrow(EngineAway);
  said = { status: 200, body: '<h1>Welcome</h1>' };
  await expect(met.wire.ask('GET', '/')).rejects.toThrow('is no search engine');
});

test('after three late answers nobody waits any more, but one a second, who finds out that it is back', async () => {
  let isLate = true;
  await using met = await meet(() => (isLate ? { status: 503, body: {} } : { body: { well: true } }));
  for (let time = 0; time < 9; time++) await expect(met.wire.ask('GET', '/')).rejects.toThrow(EngineAway);
  expect(met.engine.asked).toHaveLength(3);
  met.later(1000);
  await expect(met.wire.ask('GET', '/')).rejects.toThrow(EngineAway);
  expect(met.engine.asked).toHaveLength(4);
  isLate = false;
  await expect(met.wire.ask('GET', '/')).rejects.toThrow(EngineAway);
  met.later(1000);
  expect(await met.wire.ask('GET', '/')).toEqual({ well: true });
  expect(await met.wire.ask('GET', '/')).toEqual({ well: true });
});

test('where nobody listens, the first is enough to know', async () => {
  const met = await meet(() => ({ body: {} }));
  await met.engine.close();
  await expect(met.wire.ask('GET', '/')).rejects.toThrow('ECONNREFUSED');
  await expect(met.wire.ask('GET', '/')).rejects.toThrow('the search engine does not answer');
});

test('a connection that ends under a request is tried once more', async () => {
  let cut = true;
  await using met = await meet(() => {
    const answer = cut ? undefined : { body: { well: true } };
    cut = false;
    return answer;
  });
  expect(await met.wire.ask('GET', '/')).toEqual({ well: true });
  expect(met.engine.asked).toHaveLength(2);
});

test('an answer that does not come is given up', async () => {
  const engine = await openStandIn(() => ({ body: {} }));
  const silent = await import('node:net').then(({ createServer }) =>
    createServer(() => {}).listen(0, '127.0.0.1'),
  );
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const wire = openWire(`http://127.0.0.1:${port}`);
  await expect(wire.ask('GET', '/', undefined, 50)).rejects.toThrow(EngineAway);
  silent.close();
  await engine.close();
});
