import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith } from '@fynbos/test-kit/cart/guest-cart.ts';
import { freePort } from '@fynbos/test-kit/network/free-port.ts';
import { begin, handOver, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Unreachable providers, each for a different reason; the operator sees the reason, the shopper does not. */

/** For `127.0.0.1`, valid in January 2025 only. The key is not secret: nothing trusts it. */
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
    // `.invalid` never resolves (RFC 2606).
    OZOW_URL: 'https://provider.invalid',
    PAYPAL_URL: `http://127.0.0.1:${await freePort()}`,
  });
});
afterAll(async () => {
  await shop.close();
  stranger.close();
});

const loggedReasons = () =>
  shop.log
    .map((line) => JSON.parse(line))
    .filter(({ work, provider }) => work === 'payments' && provider)
    .map(({ provider, reason, msg }) => `${provider} ${msg}${reason ? `: ${reason}` : ''}`);

describe.each<[ProviderCode, string, RegExp]>([
  ['card', 'whose certificate has expired', /^its certificate is not accepted \(CERT_HAS_EXPIRED\)$/],
  ['local-a', 'whose host name does not resolve', /^its name cannot be looked up \((ENOTFOUND|EAI_AGAIN)\)$/],
  ['wallet', 'whose port is closed', /^connection refused \(ECONNREFUSED\)$/],
])('%s, %s', (provider, _why, reason) => {
  test('takes no payment: the shopper gets 503 and can pay with another provider, the operator finds the reason in the log', async () => {
    const cart = await cartWith(shop, 'TEA');
    const { sent } = await begin(cart, provider);
    const refused = await handOver(cart, provider, sent);
    expect([refused.status, refused.body.meta.problem]).toEqual([503, 'payment_unavailable']);
    expect(JSON.stringify(refused.body)).not.toMatch(/certificate|CERT|ENOTFOUND|ECONNREFUSED|invalid/);

    const secondPayer = await payerOf(shop, cart, 'instalments', { order_id: sent.order_id });
    await shop.act('instalments', secondPayer.id, 'pay');
    expect(await secondPayer.status()).toMatchObject({ status: 'paid' });
    expect(await readOrderState(shop.db, sent.order_id)).toMatchObject({ state: 'placed', netCents: 12_000 });

    const [line, ...more] = loggedReasons().filter((text) => text.startsWith(provider));
    const [, loggedReason] = line!.split(' a payment provider did not respond: ');
    expect(loggedReason).toMatch(reason);
    expect(more).toEqual([]);
  });
});

test('calls to a provider that fails repeatedly are paused, and logged once', async () => {
  for (let times = 0; times < 8; times++) {
    const cart = await cartWith(shop, 'TEA');
    const { sent } = await begin(cart, 'wallet');
    expect((await handOver(cart, 'wallet', sent)).body.meta.problem).toBe('payment_unavailable');
  }
  expect(loggedReasons().filter((text) => text.startsWith('wallet'))).toEqual([
    'wallet a payment provider did not respond: connection refused (ECONNREFUSED)',
    'wallet calls to a payment provider are paused for a minute at a time: connection refused (ECONNREFUSED)',
  ]);
});

test('payments query reports why a provider is unreachable', async () => {
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
