import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openTestShop, type TestShop } from '@fynbos/test-kit/payments/sandbox-shop.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPaymentSandbox } from './payment-sandbox.ts';

/** Behaviour common to all sandbox providers: web-hooks, injected faults, persistence and access. */

let folder: string;
let shop: TestShop;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-sandbox-'));
  shop = await openTestShop({ folder });
});
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const bearer = { authorization: 'Bearer sandbox-oppwa-token' };
const begin = (reference: string) =>
  shop.post(
    '/oppwa/v1/checkouts',
    new URLSearchParams({
      entityId: 'sandbox-oppwa-entity',
      amount: '92.00',
      currency: 'ZAR',
      paymentType: 'DB',
      merchantTransactionId: reference,
    }),
    bearer,
  );
const statusOf = (id: string) =>
  shop.get(`/oppwa/v1/checkouts/${id}/payment?entityId=sandbox-oppwa-entity`, bearer);
const paid = async (reference: string) => {
  const { json } = await begin(reference);
  await shop.act('card', reference, 'pay');
  return json.id as string;
};
const scenario = (changes: object) => shop.control('/scenario', { provider: 'card', ...changes });
const hooksWaiting = async () => (await shop.control('/hooks')).waiting as number;

describe('Web-hooks (PAY-8)', () => {
  test('never', async () => {
    await scenario({ hooks: { mode: 'none' } });
    await paid('H1');
    expect(await hooksWaiting()).toBe(0);
    expect(shop.receivedHooks).toEqual([]);
  });

  test('sent late follow the sandbox’s clock', async () => {
    await scenario({ hooks: { mode: 'late', delayMs: 600_000 } });
    await paid('H1');
    await shop.control('/clock', { advanceMs: 599_000 });
    expect(shop.receivedHooks).toEqual([]);
    await shop.control('/clock', { advanceMs: 1_000 });
    expect(shop.receivedHooks).toHaveLength(1);
  });

  test.each(['repeated', 'burst'])('in mode %s are sent several times with the same body', async (mode) => {
    await scenario({ hooks: { mode, times: 5 } });
    await paid('H1');
    const received = await shop.waitForHooks(5);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test('in mode shuffled are sent out of order', async () => {
    await shop.control('/scenario', { provider: 'card', hooks: { mode: 'shuffled', delayMs: 3_600_000 } });
    const references = Array.from({ length: 12 }, (_, index) => `H${index}`);
    for (const reference of references) await paid(reference);
    expect(await hooksWaiting()).toBeGreaterThan(10);
    await shop.control('/clock', { advanceMs: 3_600_000 });
    const { sent } = await shop.control('/hooks');
    const order = sent.map(({ reference }: { reference: string }) => reference);
    expect(order.toSorted()).toEqual(references.toSorted());
    expect(order).not.toEqual(references);
  });

  test('in mode forged are sent before the genuine one', async () => {
    await scenario({ hooks: { forged: 2 } });
    await paid('H1');
    const received = await shop.waitForHooks(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(3);
  });

  test('are retried on the provider’s schedule until the shop responds with 200', async () => {
    shop.hookResponse.status = 503;
    await paid('H1');
    await shop.waitForHooks(1);
    // The sandbox plans the next attempt once it has the response.
    await expect.poll(hooksWaiting).toBe(1);
    for (const minutes of [1, 2, 4]) await shop.control('/clock', { advanceMs: minutes * 60_000 });
    expect(shop.receivedHooks).toHaveLength(4);
    shop.hookResponse.status = 200;
    await shop.control('/clock', { advanceMs: 8 * 60_000 });
    expect(shop.receivedHooks).toHaveLength(5);
    expect(await hooksWaiting()).toBe(0);
  });

  test('can be triggered by a control call: again, altered, too large, many at once', async () => {
    await paid('H1');
    const [first] = await shop.waitForHooks(1);
    const send = (kind: string, more: object = {}) =>
      shop.control('/hook', { provider: 'card', reference: 'H1', kind, ...more });
    expect(await send('again', { times: 20, gapMs: 0 })).toMatchObject({ statuses: Array(20).fill(200) });
    expect(shop.receivedHooks.every(({ body }) => body === first!.body)).toBe(true);
    await send('altered');
    expect(shop.receivedHooks.at(-1)!.body).not.toBe(first!.body);
    await send('oversize');
    expect(shop.receivedHooks.at(-1)!.body.length).toBeGreaterThan(256 * 1024);
    expect(await send('nothing')).toMatchObject({ ok: false });
  });
});

describe('Faults (PAY-8)', () => {
  const failOn = (on: string, kind: string, times = 1) => scenario({ faults: [{ on, kind, times }] });

  test('the fault before drops the connection before anything is done', async () => {
    await failOn('create', 'before');
    await expect(begin('F1')).rejects.toThrow();
    expect(await shop.act('card', 'F1', 'pay')).toMatchObject({ ok: false });
    expect((await begin('F1')).status).toBe(200);
  });

  test('the fault after performs the action and then drops the connection', async () => {
    await paid('F1');
    const transactionId = (await shop.ledger())[0]!.transactionId;
    await failOn('refund', 'after');
    const form = new URLSearchParams({
      entityId: 'sandbox-oppwa-entity',
      amount: '10.00',
      currency: 'ZAR',
      paymentType: 'RF',
      merchantTransactionId: 'KEY1',
    });
    await expect(shop.post(`/oppwa/v1/payments/${transactionId}`, form, bearer)).rejects.toThrow();
    expect(await shop.ledger()).toMatchObject([{ kind: 'payment' }, { kind: 'refund', cents: 1000 }]);
  });

  test.each([
    ['500', 500],
    ['502', 502],
    ['429', 429],
    ['malformed', 200],
    ['html', 200],
  ])('the fault %s occurs as often as configured', async (kind, status) => {
    const id = await paid('F1');
    await failOn('query', kind, 2);
    const responses = [
      await statusOf(id).catch(({ message }) => message),
      await rawStatus(id),
      await statusOf(id),
    ];
    expect(responses[1]).toBe(status);
    expect(responses[2].json.result.code).toBe('000.100.110');
  });

  const rawStatus = async (id: string) => {
    const url = `${shop.sandbox.url}/oppwa/v1/checkouts/${id}/payment?entityId=sandbox-oppwa-entity`;
    return (await fetch(url, { headers: bearer })).status;
  };

  test('the scenario can set a result code', async () => {
    const id = await paid('F1');
    await scenario({ result: '800.400.500' });
    expect((await statusOf(id)).json.result.code).toBe('800.400.500');
  });
});

describe('Persistence of the sandbox', () => {
  test('payments, refunds, waiting web-hooks, web-hook addresses and the clock survive a restart', async () => {
    const open = (await begin('R1')).json.id as string;
    await scenario({ hooks: { mode: 'late', delayMs: 60_000 } });
    const done = await paid('R2');
    await shop.control('/clock', { advanceMs: 1_000 });
    const before = await shop.ledger();
    await shop.sandbox.close();

    shop.sandbox = await openPaymentSandbox({ port: 0, folder });
    const { url } = shop.sandbox;
    const get = async (path: string) => (await fetch(url + path, { headers: bearer })).json();
    expect((await get('/_sandbox/ledger')).entries).toEqual(before);
    const status = (id: string) => get(`/oppwa/v1/checkouts/${id}/payment?entityId=sandbox-oppwa-entity`);
    expect((await status(open)).result.code).toBe('000.200.000');
    expect((await status(done)).result.code).toBe('000.100.110');
    const advance = { method: 'POST', body: JSON.stringify({ advanceMs: 59_000 }) };
    await fetch(`${url}/_sandbox/clock`, advance);
    expect(shop.receivedHooks).toMatchObject([{ url: '/hooks/card' }]);
  });

  test('a reset deletes everything', async () => {
    await paid('R1');
    await shop.control('/reset', {});
    expect(await shop.ledger()).toEqual([]);
    expect((await shop.control('/requests')).requests).toEqual([]);
  });

  test('the request record holds the shop’s requests with headers and bodies, and no browser requests', async () => {
    const { json } = await begin('Q1');
    await shop.get(`/oppwa/v1/paymentWidgets.js?checkoutId=${json.id}`);
    const { requests } = await shop.control('/requests');
    expect(requests).toMatchObject([
      { method: 'POST', url: '/oppwa/v1/checkouts', provider: 'card', headers: bearer },
    ]);
    expect(requests[0].body).toContain('merchantTransactionId=Q1');
    await fetch(`${shop.sandbox.url}/_sandbox/requests`, { method: 'DELETE' });
    expect((await shop.control('/requests')).requests).toEqual([]);
  });

  test('50 concurrent payments with five web-hooks each are all delivered', async () => {
    await scenario({ hooks: { mode: 'burst', times: 5 }, throttle: false });
    const references = Array.from({ length: 50 }, (_, index) => `MANY${index}`);
    await Promise.all(references.map(paid));
    await expect.poll(() => shop.receivedHooks.length).toBe(250);
    expect(await shop.ledger()).toHaveLength(50);
  });
});

describe('Access to the sandbox', () => {
  const requestAs = (
    headers: Record<string, string>,
    path = '/_sandbox/ledger',
  ): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(
        shop.sandbox.url + path,
        { headers, method: path.includes('reset') ? 'POST' : 'GET' },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });

  test('the sandbox accepts only local host names, and no control call from a foreign page', async () => {
    expect(await requestAs({ host: 'localhost' })).toBe(200);
    expect(await requestAs({ host: 'evil.example' })).toBe(403);
    expect(await requestAs({ origin: 'https://evil.example' }, '/_sandbox/reset')).toBe(403);
  });

  test('the sandbox falls back to a free port when its port is in use', async () => {
    const secondSandbox = await openPaymentSandbox({ port: Number(new URL(shop.sandbox.url).port) });
    expect(secondSandbox.url).not.toBe(shop.sandbox.url);
    await secondSandbox.close();
  });

  test('the sandbox refuses to run with live payments', async () => {
    await expect(openPaymentSandbox({ port: 0, live: true })).rejects.toThrow(
      'does not run beside live payments',
    );
    const program = join(import.meta.dirname, 'payment-sandbox-process.ts');
    const started = spawn(process.execPath, [program], { env: { ...process.env, PAYMENTS: 'live' } });
    const [errorOutput, code] = await Promise.all([
      text(started.stderr),
      new Promise((done) => started.on('exit', done)),
    ]);
    expect(errorOutput).toContain('does not run beside live payments');
    expect(code).toBe(1);
  });

  test('the overview page shows the status of payments', async () => {
    expect((await shop.get('/')).text).toContain('No payments yet');
    await begin('SEEN1');
    await paid('<b>SEEN2</b>');
    const { text } = await shop.get('/');
    expect(text).toMatch(/&lt;b&gt;SEEN2&lt;.*with a card: paid<.*SEEN1.*R92\.00 with a card: open</);
  });

  test('the sandbox process prints its URL, ends on SIGTERM and loses nothing when killed', async () => {
    const ownFolder = join(folder, 'own');
    const first = await startProcess(ownFolder);
    const { OPPWA_TOKEN: token } = shop.sandbox.settings();
    const form = new URLSearchParams({
      entityId: 'sandbox-oppwa-entity',
      amount: '92.00',
      currency: 'ZAR',
      paymentType: 'DB',
      merchantTransactionId: 'KILLED1',
    });
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${first.url}/oppwa/v1/checkouts`, { method: 'POST', headers, body: form });
    const act = JSON.stringify({ provider: 'card', reference: 'KILLED1', act: 'pay' });
    await fetch(`${first.url}/_sandbox/act`, { method: 'POST', body: act });
    await first.end('SIGKILL');

    const second = await startProcess(ownFolder);
    const ledger = await (await fetch(`${second.url}/_sandbox/ledger`)).json();
    expect(ledger).toMatchObject({ entries: [{ reference: 'KILLED1', cents: 9200 }] });
    expect(await second.end('SIGTERM')).toBe(0);
  });
});

async function startProcess(folder: string) {
  const program = join(import.meta.dirname, 'payment-sandbox-process.ts');
  const started = spawn(process.execPath, [program, '--port', '0', '--folder', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await new Promise<string>((done) =>
    started.stdout.once('data', (data) => done(String(data))),
  );
  const ended = new Promise<number | null>((done) => started.on('exit', done));
  return {
    url: /^Payment sandbox at (http:\S+)\n$/.exec(output)?.[1],
    end(signal: NodeJS.Signals) {
      started.kill(signal);
      return ended;
    },
  };
}
