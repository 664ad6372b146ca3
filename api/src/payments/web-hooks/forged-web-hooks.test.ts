import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { openStubServer, type StubRequest } from '@fynbos/test-kit/network/stub-server.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { type Payer, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { controlsOf } from '@fynbos/test-kit/payments/sandbox-controls.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { webHookUrlsOf } from '../attempts/provider-redirect-service.ts';
import { providerList } from '../providers/provider-list.ts';

/** Forged web-hooks (T17): genuine web-hooks are intercepted, changed and sent to the shop. */

const codes = providerList.filter(({ traits }) => traits.webHook !== 'none').map(({ code }) => code);
/** The headers that authenticate the web-hook, in addition to the body. */
const proofs: Partial<Record<ProviderCode, readonly string[]>> = {
  card: ['x-initialization-vector', 'x-authentication-tag'],
  'local-b': ['ik-appid', 'ik-sign'],
  wallet: ['paypal-transmission-id', 'paypal-transmission-sig', 'paypal-transmission-time'],
};
const proofsOf = (code: ProviderCode) => proofs[code] ?? [];
const minute = 60_000;

/** Kinds that a provider's signature cannot express are left out: such a web-hook only triggers a query. */
const badKinds = (code: ProviderCode): string[] => [
  ...['forged', 'altered', 'other_merchant'],
  ...(code === 'card' || code === 'local-a' ? ['wrong_mode'] : []),
  ...(code === 'card' || code === 'wallet' ? ['stale'] : []),
];

let shop: PayingShop;
let interceptor: Awaited<ReturnType<typeof openStubServer>>;
const shoppers = {} as Record<ProviderCode, Payer>;
const caught = {} as Record<ProviderCode, Call>;
const invalidCalls: (readonly [string, ProviderCode, Call])[] = [];

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

beforeAll(async () => {
  interceptor = await openStubServer(() => ({ body: 'ok' }));
  shop = await openPayingShop(payingFiles, { ...behindProxy, PUBLIC_URL: interceptor.url });
  await controlsOf(shop.sandboxUrl).webHooksTo(webHookUrlsOf({ shopUrl: interceptor.url }));
  for (const code of codes) {
    shoppers[code] = await payer(shop, code);
    // Only a web-hook may make the shop query the provider.
    await shop.db
      .updateTable('payment_attempt')
      .set({ next_poll_at: new Date(Date.now() + 400 * 24 * 60 * minute) })
      .where('reference', '=', shoppers[code].reference)
      .execute();
    await shop.act(code, shoppers[code].id, 'pay_no_return');
    const latestCall = () =>
      callsTo(code).at(-1) ?? Promise.reject(new Error(`${code} has sent no web-hook`));
    caught[code] = callOf(await vi.waitFor(latestCall, { timeout: 120_000 }));
    for (const kind of badKinds(code)) {
      const before = callsTo(code).length;
      await shop.sendHook(code, shoppers[code].id, { kind });
      for (const received of callsTo(code).slice(before)) invalidCalls.push([kind, code, callOf(received)]);
    }
  }
});
afterAll(async () => {
  await shop.close();
  await interceptor.close();
});

const callsTo = (code: ProviderCode) =>
  interceptor.receivedRequests.filter(({ url }) => url.includes(`/${code}/`));

function callOf({ method, url, headers, body }: StubRequest): Call {
  const copied = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding|accept-encoding)$/.test(name),
  );
  return { method, path: url, headers: Object.fromEntries(copied) as Record<string, string>, body };
}

const bring = ({ method, path, headers, body }: Call) =>
  fetch(shop.origin + path, { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) });

const flipped = (text: string, at: number) =>
  text.slice(0, at) + (/q/i.test(text[at] ?? '') ? '7' : 'q') + text.slice(at + 1);
const without = (name: string) => (call: Call) => {
  const { [name]: _, ...headers } = call.headers;
  return { ...call, headers };
};
const withHeader = (name: string, of: (was: string) => string) => (call: Call) => ({
  ...call,
  headers: { ...call.headers, [name]: of(call.headers[name] ?? '') },
});
const withBody = (of: (was: string) => string) => (call: Call) => ({ ...call, body: of(call.body) });
const withPath = (of: (was: string) => string) => (call: Call) => ({ ...call, path: of(call.path) });

/** Changes to a genuine web-hook of a provider, by name. */
function changesOf(code: ProviderCode): [string, (call: Call) => Call][] {
  const { body } = caught[code];
  // In a form an empty value is the same under another name; the signature covers the values only.
  const values = code === 'local-a' ? [...body.matchAll(/(?<==)[^&]+/g)] : [...body.matchAll(/^.+$/gs)];
  const places = values.flatMap(({ index, 0: text }) => {
    const each = code === 'local-a' ? 2 : 14;
    return Array.from({ length: each }, (_, part) => index + Math.floor(((part + 0.5) * text.length) / each));
  });
  const headers = proofsOf(code).flatMap((name): [string, (call: Call) => Call][] => [
    [`no ${name}`, without(name)],
    [`an empty ${name}`, withHeader(name, () => '')],
    [`half a ${name}`, withHeader(name, (was) => was.slice(0, was.length / 2))],
    [`${name} without its last character`, withHeader(name, (was) => was.slice(0, -1))],
    [`${name} with an extra character`, withHeader(name, (was) => `${was}0`)],
    [`another ${name}`, withHeader(name, (was) => flipped(was, 3))],
    [`${name} reversed`, withHeader(name, (was) => [...was].reverse().join(''))],
    [`${name} twice`, withHeader(name, (was) => `${was}, ${was}`)],
    [`${name} of zeros`, withHeader(name, () => '0000000000000000')],
    [`${name} with the value none`, withHeader(name, () => 'none')],
    [`${name} in another encoding`, withHeader(name, (was) => Buffer.from(was).toString('base64url'))],
  ]);
  return [
    ...headers,
    [
      'no signature at all',
      (call) =>
        proofsOf(code).reduce(
          (changed, name) => without(name)(changed),
          withBody((was) => was.replace(/&?Hash=\w+/, ''))(call),
        ),
    ],
    ['no body', withBody(() => '')],
    ['half a body', withBody((was) => was.slice(0, was.length / 2))],
    ['the body without its last character', withBody((was) => was.slice(0, -1))],
    ['the body twice', withBody((was) => was + was)],
    ['the body as a JSON string', withBody((was) => JSON.stringify(was))],
    ['the body in a list', withBody((was) => `[${was}]`)],
    ['the body as base64', withBody((was) => Buffer.from(was).toString('base64'))],
    ['a NUL character in the middle', withBody((was) => `${was.slice(0, 9)}\0${was.slice(9)}`)],
    [
      'a letter with a combining accent',
      withBody((was) => was.replace(/[a-z]/, (character) => `${character}\u0301`)),
    ],
    ['an empty JSON object', withBody(() => '{}')],
    ['another order', withBody(() => caught[code === 'card' ? 'wallet' : 'card'].body)],
    ...places.map((at): [string, (call: Call) => Call] => [
      `another character at ${at}`,
      withBody((was) => flipped(was, at)),
    ]),
    ...['instalments', 'nobody', '__proto__', ...codes.filter((candidate) => candidate !== code)].map(
      (target): [string, (call: Call) => Call] => [
        `sent to ${target}`,
        withPath((was) => was.replace(`/${code}/`, `/${target}/`)),
      ],
    ),
    ['the path in capitals', withPath((was) => was.replace(/web-hook$/, 'WEB-HOOK'))],
    ['an extra slash', withPath((was) => was.replace('/api/', '//api/'))],
    [
      'a path with dot segments',
      withPath((was) => was.replace('/payments/', '/payments/%2e%2e/payments%2f')),
    ],
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method): [string, (call: Call) => Call] => [
      `by ${method}`,
      (call) => ({ ...call, method, headers: { ...call.headers, 'x-http-method-override': 'POST' } }),
    ]),
  ];
}

/** Whether a changed web-hook of PayPal still names the payment of this shop. */
function isOurs({ body }: Call): boolean {
  const namesOf = (text: string) => {
    const { resource } = JSON.parse(text);
    return [resource?.id, resource?.custom_id, resource?.supplementary_data?.related_ids?.order_id];
  };
  const genuine = namesOf(caught.wallet.body);
  return namesOf(body).some((name) => typeof name === 'string' && genuine.includes(name));
}

/** Everything that an accepted web-hook would change. */
async function shopState() {
  const events = await shop.db.selectFrom('payment_event').select('id').execute();
  const entries = await shop.db.selectFrom('money_entry').select('id').execute();
  const orders = await shop.db
    .selectFrom('sales_order')
    .select(['number', 'state', 'captured_cents'])
    .orderBy('id')
    .execute();
  // The verification of a PayPal web-hook is not a payment query.
  const requests = (await shop.requests()).filter(({ url }) => !/verify-webhook-signature|oauth2/.test(url));
  return { events: events.length, entries: entries.length, orders, requests: requests.length };
}

describe('forged web-hooks (T17)', () => {
  test('200 and more forgeries are refused; none triggers a query or changes an order', async ({ task }) => {
    const before = await shopState();
    const forgeries = [
      ...codes.flatMap((code) =>
        changesOf(code)
          .map(([name, change]) => [name, code, change(caught[code])] as const)
          .filter(([, , call]) => JSON.stringify(call) !== JSON.stringify(caught[code])),
      ),
      ...invalidCalls,
    ];
    const accepted: string[] = [];
    for (const [name, code, call] of forgeries) {
      // Each from an address of its own: otherwise the limit of refused web-hooks would answer.
      const { status } = await bring({
        ...call,
        headers: { ...call.headers, 'x-forwarded-for': freshAddress() },
      });
      // A web-hook about a payment of nobody is acknowledged without a question to the provider (T33).
      if (code === 'wallet' && status === 200 && !isOurs(call)) continue;
      if (status < 400 || status >= 500) accepted.push(`${code}: ${name}: ${status}`);
    }
    expect(accepted).toEqual([]);
    expect(await shopState()).toEqual(before);
    expect(before.orders.map(({ state }) => state)).toEqual(codes.map(() => 'pending_payment'));
    expect(forgeries.length).toBeGreaterThanOrEqual(200);
    task.meta.attempts = forgeries.length;
  });

  test('a genuine web-hook places its order; its replays have no effect, even a month later', async ({
    task,
  }) => {
    const before = await shopState();
    let attempts = 0;
    for (const wait of [0, 0, 10 * minute, 30 * 24 * 60 * minute]) {
      if (wait > 0) await shop.advance(wait);
      for (const code of codes) {
        const { status } = await bring(caught[code]);
        expect([code, wait, status]).toEqual([code, wait, 200]);
        attempts += 1;
      }
    }
    const { orders, events, entries } = await shopState();
    expect(orders).toEqual(
      before.orders.map((order) => ({ ...order, state: 'placed', captured_cents: 12_000 })),
    );
    expect([events >= codes.length, entries - before.entries]).toEqual([true, codes.length]);
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
    task.meta.attempts = attempts;
  });
});
