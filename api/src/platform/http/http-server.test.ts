import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { clientIpOf } from '../rate-limit/client-ip.ts';
import { httpServer } from './http-server.ts';

const log: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  const config = readConfig({ TRUSTED_PROXIES: '192.0.2.1,10.0.0.0/8', LOG_LEVEL: 'warn' });
  app = await httpServer(config, { log: { write: (line) => void log.push(line) } });
  app.get('/', async ({ ip }) => ({ ip, clientIp: clientIpOf(ip) }));
});
afterAll(() => app.close());

async function seen(forwarded: string, remoteAddress = '192.0.2.1') {
  const headers = { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', headers, remoteAddress })).json();
}

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:40001', '198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:40001', '198.51.100.7', '198.51.100.7'],
  ['[2001:DB8:0:1::9]:40001', '2001:db8:0:1::9', '2001:db8:0:1'],
  ['2001:0db8:0000:0001::8', '2001:db8:0:1::8', '2001:db8:0:1'],
  ['203.0.113.1, 198.51.100.7:1, 10.1.2.3:2', '198.51.100.7', '198.51.100.7'],
  ['made up, 198.51.100.7', '198.51.100.7', '198.51.100.7'],
])('a trusted proxy that forwards %s names the client %s (T35)', async (forwarded, ip, clientIp) => {
  expect(await seen(forwarded)).toEqual({ ip, clientIp });
});

test('a forwarded text that is no address leaves the proxy as the client, with one warning (T35)', async () => {
  for (const text of [
    'unknown',
    '_hidden',
    '198.51.100.7, unknown',
    '198.51.100.700',
    '[::1',
    '1.2.3.4:port',
  ])
    expect([text, (await seen(text)).ip]).toEqual([text, '192.0.2.1']);
  expect(log.filter((line) => line.includes('holds no address'))).toHaveLength(1);
});

test('a caller that is no proxy names nobody', async () => {
  expect((await seen('203.0.113.1:1', '198.51.100.7')).ip).toBe('198.51.100.7');
});
