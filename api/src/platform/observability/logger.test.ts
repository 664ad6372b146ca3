import { endpoints } from '@fynbos/core/endpoints.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { httpServer } from '../http/http-server.ts';
import { loggerOf } from './logger.ts';

let shop: TestShop;
beforeAll(async () => {
  const unreachableSmtp = 'smtp://127.0.0.1:9';
  const settings = {
    LOG_LEVEL: 'trace',
    API_MODE: 'graphql',
    TOKEN_IN_HEADER: 'off',
    SMTP_URL: unreachableSmtp,
  };
  shop = await openSmallShop({}, settings);
});
afterAll(() => shop.close());

const secret = 'Canary7734secret';
const carried = {
  authorization: `Bearer ${secret}`,
  cookie: `fynbos-refresh=${secret}; session=${secret}`,
  'x-cart-token': secret,
  'x-visitor': `${secret} 192.0.2.1`,
  'idempotency-key': secret,
  'x-clientinfo': secret,
  'user-agent': secret,
  referer: `https://shop.example/?token=${secret}`,
};
const query = new URLSearchParams(
  ['token', 'cartId', 'link', 'email', 'key', 'q', 'ref', 'forgotPasswordHash', 'request'].map((name) => [
    name,
    secret,
  ]),
);

interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** A value that fits a schema, with the secret in every text. */
function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return sample(schema.anyOf[0]!);
  if (schema.type === 'array') return [sample(schema.items ?? {})];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.type !== 'object') return schema.format === 'email' ? `${secret}@example.com` : secret;
  const properties = Object.entries(schema.properties ?? {});
  return {
    [secret]: secret,
    ...Object.fromEntries(properties.map(([name, property]) => [name, sample(property)])),
  };
}

test('no API call leaves a secret that it carries in the log', async () => {
  for (const { method, path, body } of endpoints) {
    const address = `${shop.origin}${path.replace(/\{\w+\}/g, '1').replace('*', 'x')}?${query}`;
    const call = { method, headers: carried, redirect: 'manual' } as const;
    const headers = { ...carried, 'content-type': 'application/json' };
    if (method === 'GET') await fetch(address, call);
    else
      for (const sent of [JSON.stringify(sample(body)), `{"password":"${secret}"`])
        await fetch(address, { ...call, headers, body: sent });
  }
  expect(shop.log.length).toBeGreaterThan(2 * endpoints.length);
  expect(shop.log.filter((line) => line.includes(secret))).toEqual([]);
});

test('log lines stay single lines without terminal control characters for any request (T16)', async ({
  task,
}) => {
  const alreadyLogged = shop.log.length;
  const forged = [
    '\r\n{"level":50,"msg":"forged"}',
    '\n\u001b[2Jforged',
    '\u0085forged',
    '\u2028forged\u202e',
    '\u0000forged',
  ];
  for (const text of forged) {
    const coded = encodeURIComponent(text);
    const headers = {
      'user-agent': coded,
      'x-request-id': `forged-${coded}`,
      referer: coded,
      'x-cart-token': coded,
    };
    for (const path of [
      `/api/nowhere/${coded}`,
      `/api/sync/order/${coded}`,
      `/img/150/150/fit/${coded}`,
      `/${coded}?${coded}`,
    ])
      await shop.get(path, headers);
    await shop.post('/api/user/login', { username: `${text}@example.com`, password: text }, headers);
    await shop.post('/api/user/create', {
      customer: { email: text, firstname: text, lastname: text },
      password: text,
    });
    await shop.post('/api/order/find', { orderNumber: text, email: text });
    await shop.post(`/api/catalog/fynbos/${coded}/_search`, { filters: { [text]: text } });
  }
  const lines = shop.log.slice(alreadyLogged);
  task.meta.attempts = forged.length * 8;
  expect(lines.length).toBeGreaterThan(task.meta.attempts);
  for (const line of lines) {
    expect(() => JSON.parse(line)).not.toThrow();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
    expect(line).not.toContain('forged');
  }
});

test('background work logs its failures without personal data', async () => {
  await shop.post('/api/newsletter/subscribe', { email: `${secret}@example.com` });
  const mailLine = () => shop.log.find((line) => line.includes('could not send a mail yet'));
  await expect.poll(mailLine).toBeDefined();
  expect(JSON.parse(mailLine()!)).toMatchObject({ work: 'mail', reason: expect.any(String) });
  expect(shop.log.filter((line) => line.includes(secret))).toEqual([]);
});

test.each(['warn', 'info'] as const)(
  'at log level %s the lines of a request have its id and no secret',
  async (logLevel) => {
    const output: string[] = [];
    const app = await httpServer(readConfig({ LOG_LEVEL: logLevel }), {
      log: { write: (line) => void output.push(line) },
    });
    app.get('/', async ({ log }) => {
      log.debug('too little');
      log.warn({ password: secret }, 'strange');
      log.child({ work: 'mail' }).error('stranger');
      return '';
    });
    const { headers } = await app.inject('/');
    await app.close();
    const lines = output.map((line) => JSON.parse(line));
    const logged = lines.filter(({ msg }) => ['too little', 'strange', 'stranger'].includes(msg));
    const reqId = headers['x-request-id'];
    expect(logged).toMatchObject([
      { reqId, password: '[secret]', msg: 'strange' },
      { reqId, work: 'mail', msg: 'stranger' },
    ]);
    expect(lines.length - logged.length).toBe(logLevel === 'info' ? 2 : 0);
  },
);

test('logged objects have their secrets redacted', async () => {
  const output: string[] = [];
  const app = Fastify({
    logger: loggerOf({ logLevel: 'info' }, { write: (line) => void output.push(line) }),
  });
  const headers = { authorization: secret, cookie: secret, 'x-cart-token': secret, host: 'shop.example' };
  app.log.info(
    { password: secret, customer: { email: secret, telephone: secret }, request: { raw: { headers } } },
    'whole',
  );
  await app.close();
  expect(output.join()).not.toContain(secret);
  expect(output.join()).toContain('shop.example');
});
