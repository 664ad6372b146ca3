import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { cartWith } from '../cart/testing/guest.ts';
import { freePort } from '../testing/free-port.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import { begin, handOver, payerOf, payingFiles } from './testing/paying.ts';
import { standing } from './testing/settled.ts';

/** Providers that nobody reaches, each for a reason of its own, which the operator is told and the shopper is not. */

/** Of `127.0.0.1`, and valid in January 2025 alone. It keeps no secret: nothing trusts it. */
const expired = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBZDCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdhIHByb3Zp
ZGVyIG9mIHRoZSB0ZXN0czAeFw0yNTAxMDEwMDAwMDBaFw0yNTAyMDEwMDAwMDBa
MCIxIDAeBgNVBAMMF2EgcHJvdmlkZXIgb2YgdGhlIHRlc3RzMFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAEwEqy35sLFq7aYTLUXkMrI9mu980pTXcphd+8G+APDTfI
LC8pI+f/YINdaakHUBPLfjeT4QZQ+TnYbVqmfifiTaMyMDAwDwYDVR0RBAgwBocE
fwAAATAdBgNVHQ4EFgQUpfHpgDLQ3XvydNdw7FWH79HJTYwwCgYIKoZIzj0EAwID
RwAwRAIgLXOXoBFxoFP175mIGZJc8SurZZVohAVBwiELkQdIR3cCIEQ+kw6Akvi8
dDbIehpNS9Cp6tCNeXN1FBIQvcOn822p
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqdhI50iLKtpTrnTQ
GFHrUUDvkUMmlrN8AnozR7L8N+KhRANCAATASrLfmwsWrtphMtReQysj2a73zSlN
dymF37wb4A8NN8gsLykj5/9gg11pqQdQE8t+N5PhBlD5OdhtWqZ+J+JN
-----END PRIVATE KEY-----
`,
};

let stranger: Server;
let shop: PayingShop;
beforeAll(async () => {
  stranger = createServer(expired, (_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  shop = await openPayingShop(payingFiles, {
    ...behindProxy,
    OPPWA_URL: `https://127.0.0.1:${(stranger.address() as AddressInfo).port}`,
    // No name ever ends so (RFC 2606).
    OZOW_URL: 'https://provider.invalid',
    PAYPAL_URL: `http://127.0.0.1:${await freePort()}`,
  });
});
afterAll(async () => {
  await shop.close();
  stranger.close();
});

const told = () =>
  shop.log
    .map((line) => JSON.parse(line))
    .filter(({ work, provider }) => work === 'payments' && provider)
    .map(({ provider, reason, msg }) => `${provider} ${msg}${reason ? `: ${reason}` : ''}`);

describe.each<[ProviderCode, string, RegExp]>([
  ['card', 'whose certificate is over', /^its certificate is not accepted \(CERT_HAS_EXPIRED\)$/],
  ['local-a', 'whose name nobody knows', /^its name cannot be looked up \((ENOTFOUND|EAI_AGAIN)\)$/],
  ['wallet', 'where nobody listens', /^nobody listens there \(ECONNREFUSED\)$/],
])('%s, %s', (provider, _why, reason) => {
  test('takes no money: the shopper is told at once and pays otherwise, the operator is told why', async () => {
    const cart = await cartWith(shop, 'TEA');
    const { sent } = await begin(cart, provider);
    const refused = await handOver(cart, provider, sent);
    expect([refused.status, refused.body.meta.problem]).toEqual([503, 'payment_unavailable']);
    expect(JSON.stringify(refused.body)).not.toMatch(/certificate|CERT|ENOTFOUND|ECONNREFUSED|invalid/);

    const other = await payerOf(shop, cart, 'instalments', { order_id: sent.order_id });
    await shop.act('instalments', other.id, 'pay');
    expect(await other.status()).toMatchObject({ status: 'paid' });
    expect(await standing(shop.db, sent.order_id)).toMatchObject({ state: 'placed', kept: 12_000 });

    const [line, ...more] = told().filter((one) => one.startsWith(provider));
    const [, words] = line!.split(' a payment provider did not answer: ');
    expect(words).toMatch(reason);
    expect(more).toEqual([]);
  });
});

test('one that does not answer again and again is left alone, and the log says so once', async () => {
  for (let times = 0; times < 8; times++) {
    const cart = await cartWith(shop, 'TEA');
    const { sent } = await begin(cart, 'wallet');
    expect((await handOver(cart, 'wallet', sent)).body.meta.problem).toBe('payment_unavailable');
  }
  expect(told().filter((one) => one.startsWith('wallet'))).toEqual([
    'wallet a payment provider did not answer: nobody listens there (ECONNREFUSED)',
    'wallet a payment provider is left alone for a minute at a time: nobody listens there (ECONNREFUSED)',
  ]);
});

test('whoever asks for such a payment by hand is told the same', async () => {
  const { number } = await shop.db
    .selectFrom('payment_attempt')
    .innerJoin('sales_order', 'sales_order.id', 'payment_attempt.order_id')
    .select('number')
    .where('provider', '=', 'card')
    .executeTakeFirstOrThrow();
  const { code, err } = await shop.admin('payments', 'query', number);
  expect(code).toBe(1);
  expect(err).toContain('cannot be reached: its certificate is not accepted (CERT_HAS_EXPIRED).');
});
