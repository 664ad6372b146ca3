import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadEnvironment } from './environment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fynbos-env-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

describe('.env', () => {
  test('sets what the environment does not', async () => {
    await write('.env', '# a comment\nPORT=4000\nMAIL_FROM="Shop <mail@shop.example>"\nHOST=0.0.0.0\n');
    const env: NodeJS.ProcessEnv = { PORT: '5000', HOST: ' ' };
    expect(loadEnvironment(env, folder)).toEqual([]);
    expect(env).toEqual({ PORT: '5000', MAIL_FROM: 'Shop <mail@shop.example>', HOST: '0.0.0.0' });
  });

  test('is optional; ENV_FILE names another file, or none', async () => {
    const env: NodeJS.ProcessEnv = {};
    expect(loadEnvironment(env, folder)).toEqual([]);
    expect(env).toEqual({});
    await write('.env', 'PORT=4000\n');
    const without: NodeJS.ProcessEnv = { ENV_FILE: 'off' };
    loadEnvironment(without, folder);
    expect(without.PORT).toBeUndefined();
    const named: NodeJS.ProcessEnv = { ENV_FILE: await write('live.env', 'PORT=80\n') };
    loadEnvironment(named, folder);
    expect(named.PORT).toBe('80');
    const missing = { ENV_FILE: join(folder, 'none.env') };
    expect(() => loadEnvironment(missing, folder)).toThrow(
      /^ENV_FILE names .*none\.env, which cannot be read\.$/,
    );
  });

  test('names each variable that is not a setting', async () => {
    await write('.env', 'SMPT_URL=smtp://x\nFAVOURITE_TEA=rooibos\nNODE_ENV=production\n');
    expect(loadEnvironment({}, folder)).toEqual([
      'FAVOURITE_TEA in .env is not a setting of the shop.',
      'SMPT_URL is not a setting: did you mean SMTP_URL?',
    ]);
  });
});

test('NAME_FILE gives the value of a setting, without the line break at its end', async () => {
  const env: NodeJS.ProcessEnv = { METRICS_KEY_FILE: await write('key', 'secret-of-16-letters\n') };
  loadEnvironment(env, folder);
  expect(env).toEqual({ METRICS_KEY: 'secret-of-16-letters' });
});

test('NAME_FILE is refused beside NAME, and when the file cannot be read', async () => {
  const both = { PORT: '1', PORT_FILE: await write('port', '2') };
  expect(() => loadEnvironment(both, folder)).toThrow('PORT and PORT_FILE are both set: keep one of them.');
  const missing = { PORT_FILE: join(folder, 'none') };
  expect(() => loadEnvironment(missing, folder)).toThrow(/^PORT_FILE names .*none, which cannot be read\.$/);
});

test('of the environment only names close to a setting are reported', () => {
  const env = {
    ...{ PATH: '/bin', HOME: '/root', LANG: 'C', PORTS: '1', EDITOR: 'vi', npm_config_cache: 'x' },
    ...{ PAYMENT: 'live', OUTPUT_CAHCE: 'on', DATABASE_URLS: 'x', IMAGE_ROOM_GB: '3', SMTP_URL_FILE: '' },
  };
  expect(loadEnvironment(env, folder)).toEqual([
    'PAYMENT is not a setting: did you mean PAYMENTS?',
    'OUTPUT_CAHCE is not a setting: did you mean OUTPUT_CACHE?',
    'DATABASE_URLS is not a setting: did you mean DATABASE_URL?',
  ]);
});
