import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deprecationNotices, readConfig, variables } from './config.ts';

test('readConfig returns the defaults when no variable is set', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    databaseUrl: undefined,
    partitionKeys: ['za'],
    outputCache: true,
  });
});

test('OUTPUT_CACHE is off by default in a role that Redis does not connect', () => {
  const api = { ROLE: 'api', PUBLIC_URL: 'https://shop.example' };
  expect(readConfig(api).outputCache).toBe(false);
  expect(readConfig({ ...api, REDIS_URL: 'redis://127.0.0.1' }).outputCache).toBe(true);
  expect(() => readConfig({ ...api, OUTPUT_CACHE: 'on' })).toThrow('needs REDIS_URL');
  expect(readConfig({ OUTPUT_CACHE: 'off' }).outputCache).toBe(false);
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

const liveSeller = {
  ...{
    PAYMENTS: 'live',
    SELLER_NAME: 'Karoo Deli (Pty) Ltd',
    SELLER_ADDRESS: '1 Church Street, Prince Albert',
  },
  ...{ VAT_NUMBER: '4123456789', CONTACT_MAIL: 'hello@karoo.example', MAIL_FROM: 'hello@karoo.example' },
};

test('PAYMENTS=live needs a seller other than that of the demo', () => {
  expect(readConfig(liveSeller)).toMatchObject({ payments: 'live', vatNumber: '4123456789' });
  expect(readConfig({ ...liveSeller, VAT_NUMBER: 'none' }).vatNumber).toBe('');
  expect(() => readConfig({ PAYMENTS: 'live', SELLER_NAME: 'Karoo Deli' })).toThrow(
    'PAYMENTS=live takes real money, so it cannot name the seller of the demo: ' +
      'set SELLER_ADDRESS, VAT_NUMBER, CONTACT_MAIL, MAIL_FROM.',
  );
});

test('PAYMENTS=live needs all settings of a provider, or none', () => {
  const incomplete = { OZOW_URL: 'https://api.ozow.com', OZOW_SITE_CODE: 'K', PAYPAL_CLIENT_ID: 'x' };
  expect(() => readConfig({ ...liveSeller, ...incomplete })).toThrow(
    'PAYMENTS=live needs all settings of a provider, or none of them. Missing: OZOW_API_KEY, OZOW_PRIVATE_KEY; ' +
      'PAYPAL_URL, PAYPAL_SECRET, PAYPAL_WEB_HOOK_ID, PAYPAL_CURRENCY, PAYPAL_RATE.',
  );
});

test('VAT_NUMBER is a South African number', () => {
  expect(readConfig({ VAT_NUMBER: '4123 456 789' }).vatNumber).toBe('4123456789');
  for (const wrong of ['123', '5123456789', '41234567890', 'ZA4123456789'])
    expect(() => readConfig({ VAT_NUMBER: wrong })).toThrow('VAT_NUMBER must be ten digits');
});

test('PAYMENTS=live accepts only the production addresses of the providers', () => {
  const live = (env: Record<string, string>) => () => readConfig({ ...liveSeller, ...env });
  const real = {
    ...{ OPPWA_URL: 'https://card.peachpayments.com', OPPWA_TOKEN: 'a', OPPWA_ENTITY_ID: 'b' },
    OPPWA_WEB_HOOK_KEY: 'c',
    PAYFLEX_URL: 'https://api.payflex.co.za',
    ...{ PAYFLEX_AUTH_URL: 'https://auth.payflex.co.za', PAYFLEX_CLIENT_ID: 'a' },
    ...{ PAYFLEX_CLIENT_SECRET: 'b', PAYFLEX_AUDIENCE: 'c' },
    ...{ OZOW_URL: 'https://api.ozow.com', OZOW_SITE_CODE: 'a', OZOW_API_KEY: 'b', OZOW_PRIVATE_KEY: 'c' },
    ...{ IKHOKHA_URL: 'https://api.ikhokha.com/public-api/v1/api', IKHOKHA_APP_ID: 'a' },
    ...{ IKHOKHA_APP_SECRET: 'b', IKHOKHA_ENTITY_ID: 'c' },
    ...{ PAYPAL_URL: 'https://api-m.paypal.com', PAYPAL_CLIENT_ID: 'a', PAYPAL_SECRET: 'b' },
    ...{ PAYPAL_WEB_HOOK_ID: 'c', PAYPAL_CURRENCY: 'USD', PAYPAL_RATE: '18.50' },
  };
  expect(live(real)()).toMatchObject({
    payments: 'live',
    providers: { 'local-a': { url: 'https://api.ozow.com' } },
  });
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
  expect(readConfig({ PAYPAL_URL: 'http://127.0.0.1:3026' }).providers.wallet.url).toBe(
    'http://127.0.0.1:3026',
  );
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
  const lines = Object.values(variables).map(
    ({ name, standard, meaning }) => `- \`${name}\`${standard && ` (default \`${standard}\`)`}: ${meaning}`,
  );
  expect(lines.filter((line) => !page.includes(line))).toEqual([]);
});
