import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deprecationNotices, readConfig, variables } from './config.ts';

test('readConfig returns the defaults when no variable is set', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    databaseUrl: undefined,
    partitionKeys: ['za'],
    outputCache: false,
  });
});

test('readConfig treats an empty variable as not set', () => {
  expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('readConfig reports every invalid variable in one sentence, with its valid values', () => {
  const env = {
    PORT: '80 80',
    DATABASE_URL: 'mysql://x',
    OUTPUT_CACHE: 'maybe',
    PARTITION_KEYS: 'za,,',
    LOG_LEVEL: 'loud',
  };
  expect(() => readConfig(env)).toThrow(
    'PORT must be a whole number from 0 to 65535, it is "80 80"; ' +
      'DATABASE_URL must be an address that starts with postgres://, it is "mysql://x"; ' +
      'PARTITION_KEYS must be names of letters, digits and dashes, separated by commas, it is "za,,"; ' +
      'OUTPUT_CACHE must be on or off, it is "maybe"; ' +
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, it is "loud".',
  );
});

test('TRUSTED_PROXIES accepts addresses and ranges only', () => {
  const read = (text: string) => readConfig({ TRUSTED_PROXIES: text }).trustedProxies;
  expect(read('')).toBeUndefined();
  expect(read('10.0.0.0/8, ::1,192.0.2.1')).toEqual(['10.0.0.0/8', '::1', '192.0.2.1']);
  for (const wrong of ['true', '*', '10.0.0.0/33', '10.0.0', 'proxy.example', '10.0.0.1,', '::1/129', '1']) {
    expect(() => read(wrong)).toThrow('TRUSTED_PROXIES must be internet addresses or ranges');
  }
});

test('the settings for third-party scripts reject values that could change the content security policy', () => {
  expect(
    readConfig({ GTM_ID: 'GTM-AB12CD3', CHAT_PROPERTY_ID: '645f27', GTM_URL: 'https://tags.example/' }),
  ).toMatchObject({
    gtmId: 'GTM-AB12CD3',
    gtmUrl: 'https://tags.example',
    chatPropertyId: '645f27/default',
  });
  const wrong = {
    GTM_ID: 'UA-1',
    CHAT_PROPERTY_ID: '../evil.js',
    GTM_ORIGINS: "https://a.example; script-src 'unsafe-inline'",
    CHAT_ORIGINS: '*',
  };
  for (const [name, text] of Object.entries(wrong))
    expect(() => readConfig({ [name]: text })).toThrow(`${name} must be`);
});

test('PAYMENTS=live accepts only the production addresses of the providers', () => {
  const live = (env: Record<string, string>) => () => readConfig({ PAYMENTS: 'live', ...env });
  const real = {
    OPPWA_URL: 'https://card.peachpayments.com',
    PAYFLEX_URL: 'https://api.payflex.co.za',
    PAYFLEX_AUTH_URL: 'https://auth.payflex.co.za',
    OZOW_URL: 'https://api.ozow.com',
    IKHOKHA_URL: 'https://api.ikhokha.com/public-api/v1/api',
    PAYPAL_URL: 'https://api-m.paypal.com',
  };
  expect(live(real)()).toMatchObject({ payments: 'live', ozowUrl: 'https://api.ozow.com' });
  expect(live({ PAYPAL_URL: 'https://api-m.sandbox.paypal.com', OZOW_URL: 'http://api.ozow.com' })).toThrow(
    'PAYMENTS=live takes real money, so it needs the production addresses of the providers: ' +
      'OZOW_URL does not use https; PAYPAL_URL is a test environment.',
  );
  for (const test of [
    'https://sandbox-card.peachpayments.com',
    'https://eu-test.oppwa.com',
    'https://test.oppwa.com',
    'https://payflex-uat.payflex.co.za',
    'https://api.uat.payflex.co.za',
    'https://STAGINGAPI.ozow.com.',
  ])
    expect(live({ OPPWA_URL: test })).toThrow('OPPWA_URL is a test environment.');
  for (const loopbackUrl of [
    'https://localhost:3026/oppwa',
    'http://127.0.0.1:3026',
    'https://[::1]/',
    'https://0.0.0.0',
  ])
    expect(live({ PAYFLEX_URL: loopbackUrl })).toThrow('PAYFLEX_URL is a loopback address.');
  expect(readConfig({ PAYPAL_URL: 'http://127.0.0.1:3026' }).paypalUrl).toBe('http://127.0.0.1:3026');
});

test('a setting can still be set by its former name, with a notice; the new name wins', () => {
  const former = { IMAGE_ROOM_GB: '3', COUNT_PIECES: 'off' };
  expect(readConfig(former)).toMatchObject({ imageCacheGb: 3, countUnits: false });
  expect(deprecationNotices(former)).toEqual([
    'IMAGE_ROOM_GB is deprecated: use IMAGE_CACHE_GB.',
    'COUNT_PIECES is deprecated: use CART_COUNT_UNITS.',
  ]);
  expect(readConfig({ ...former, IMAGE_CACHE_GB: '5', CART_COUNT_UNITS: 'on' })).toMatchObject({
    imageCacheGb: 5,
    countUnits: true,
  });
  expect(readConfig({ ...former, IMAGE_CACHE_GB: ' ' })).toMatchObject({ imageCacheGb: 3 });
  expect(() => readConfig({ COUNT_PIECES: 'maybe' })).toThrow('COUNT_PIECES must be on or off');
  expect(deprecationNotices({ IMAGE_CACHE_GB: '5', COUNT_PIECES: '' })).toEqual([]);
});

test('docs/operations/settings.md describes every setting', async () => {
  const file = new URL('../../../docs/operations/settings.md', import.meta.url);
  const page = (await readFile(file, 'utf8')).replace(/\s+/g, ' ');
  for (const { name, standard, meaning } of Object.values(variables))
    expect(page).toContain(`- \`${name}\`${standard && ` (default \`${standard}\`)`}: ${meaning}`);
});
