import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { findAdminCommand } from './admin-runner.ts';
import { exampleFile } from './settings.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const list = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
  (await findAdminCommand(['settings', 'list', ...args], { env: { ENV_FILE: 'off', ...env } })(shop.db)).join(
    '\n',
  );

test('settings list shows value, source and meaning, and hides secrets', async () => {
  const env = {
    PORT: '4000',
    METRICS_KEY: 'a-secret-of-20-chars',
    SMTP_URL: 'smtp://shop:rooibos@mail.example:587',
    COUNT_PIECES: 'off',
  };
  const text = await list(env);
  expect(text).toContain('PORT  4000 (environment)\n  Port of storefront and API. 0 picks a free port.');
  expect(text).toContain('HOST  localhost (default)');
  expect(text).toContain('REDIS_URL  not set');
  expect(text).toContain('METRICS_KEY  (hidden) (environment)');
  expect(text).toContain('SMTP_URL  smtp://shop@mail.example:587 (environment)');
  expect(text).toContain('CART_COUNT_UNITS  off (environment, as COUNT_PIECES)');
  expect(text).not.toMatch(/a-secret-of|rooibos/);
});

test('settings list finds settings by a part of their name', async () => {
  expect((await list({}, 'paypal')).match(/^\w+/gm)).toEqual([
    ...['PAYPAL_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEB_HOOK_ID'],
    ...['PAYPAL_CURRENCY', 'PAYPAL_RATE'],
  ]);
});

test('.env.example has every setting with its default', async () => {
  const file = new URL('../../../.env.example', import.meta.url);
  // Written by `npm run --silent admin -- settings example > .env.example`.
  expect(await readFile(file, 'utf8')).toBe(exampleFile());
  const uncommented = exampleFile().replace(/^# (?=[A-Z][A-Z0-9_]*=)/gm, '');
  expect(readConfig(parseEnv(uncommented))).toEqual(readConfig({}));
});

test('a command reads .env and warns of a misspelt variable', async () => {
  const { err, out } = await runCommand(shop.url, 'admin', 'settings', 'list', 'PORT');
  expect(out).toContain('PORT  ');
  expect(err).toBe('');
});
