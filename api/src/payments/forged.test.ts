import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import { controlsOf } from '../testing/sandbox-controls.ts';
import { type Asked, openStandIn } from '../testing/stand-in.ts';
import { webHookUrlOf } from './hand-off-service.ts';
import { type Payer, payer, payingFiles } from './testing/paying.ts';

/** Calls that only look like a provider's (T17): true ones are caught on their way, and brought to the shop changed. */

const codes = ['card', 'local-a', 'local-b', 'wallet'] as const;
type Code = (typeof codes)[number];
/** What proves whose call it is, beside the body. */
const proofs: Readonly<Record<Code, readonly string[]>> = {
  card: ['x-initialization-vector', 'x-authentication-tag'],
  'local-a': [],
  'local-b': ['ik-appid', 'ik-sign'],
  wallet: ['paypal-transmission-id', 'paypal-transmission-sig', 'paypal-transmission-time'],
};
const minute = 60_000;

/** What a provider has no way to say of a call that it signed is left out: such a call is only a reason to ask. */
const badKinds = (code: Code): string[] => [
  ...['forged', 'altered', 'other_merchant'],
  ...(code === 'card' || code === 'local-a' ? ['wrong_mode'] : []),
  ...(code === 'card' || code === 'wallet' ? ['stale'] : []),
];

let shop: PayingShop;
let way: Awaited<ReturnType<typeof openStandIn>>;
const shoppers = {} as Record<Code, Payer>;
const caught = {} as Record<Code, Call>;
const bad: (readonly [string, Code, Call])[] = [];

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

beforeAll(async () => {
  way = await openStandIn(() => ({ body: 'ok' }));
  shop = await openPayingShop(payingFiles, { ...behindProxy, PUBLIC_URL: way.url });
  const url = (code: ProviderCode) => webHookUrlOf({ shopUrl: way.url }, code);
  await controlsOf(shop.sandboxUrl).webHooksTo({ card: url('card'), wallet: url('wallet') });
  for (const code of codes) {
    shoppers[code] = await payer(shop, code);
    // Only a call may bring the shop to ask.
    await shop.db
      .updateTable('payment_attempt')
      .set({ next_poll_at: new Date(Date.now() + 400 * 24 * 60 * minute) })
      .where('reference', '=', shoppers[code].reference)
      .execute();
    await shop.act(code, shoppers[code].id, 'pay_no_return');
    const told = () => callsTo(code).at(-1) ?? Promise.reject(new Error(`${code} has not called`));
    caught[code] = callOf(await vi.waitFor(told, { timeout: 15_000 }));
    for (const kind of badKinds(code)) {
      const before = callsTo(code).length;
      await shop.sendHook(code, shoppers[code].id, { kind });
      for (const asked of callsTo(code).slice(before)) bad.push([kind, code, callOf(asked)]);
    }
  }
});
afterAll(async () => {
  await shop.close();
  await way.close();
});

const callsTo = (code: ProviderCode) => way.asked.filter(({ url }) => url.includes(`/${code}/`));

function callOf({ method, url, headers, body }: Asked): Call {
  const own = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding|accept-encoding)$/.test(name),
  );
  return { method, path: url, headers: Object.fromEntries(own) as Record<string, string>, body };
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

/** What is done to a true call of a provider, by name. */
function changesOf(code: Code): [string, (call: Call) => Call][] {
  const { body } = caught[code];
  // In a form an empty value is the same under another name; what it says, it is signed over.
  const said = code === 'local-a' ? [...body.matchAll(/(?<==)[^&]+/g)] : [...body.matchAll(/^.+$/gs)];
  const places = said.flatMap(({ index, 0: text }) => {
    const each = code === 'local-a' ? 2 : 14;
    return Array.from({ length: each }, (_, one) => index + Math.floor(((one + 0.5) * text.length) / each));
  });
  const headers = proofs[code].flatMap((name): [string, (call: Call) => Call][] => [
    [`no ${name}`, without(name)],
    [`an empty ${name}`, withHeader(name, () => '')],
    [`half a ${name}`, withHeader(name, (was) => was.slice(0, was.length / 2))],
    [`${name} less a sign`, withHeader(name, (was) => was.slice(0, -1))],
    [`${name} and a sign`, withHeader(name, (was) => `${was}0`)],
    [`another ${name}`, withHeader(name, (was) => flipped(was, 3))],
    [`${name} turned round`, withHeader(name, (was) => [...was].reverse().join(''))],
    [`${name} twice`, withHeader(name, (was) => `${was}, ${was}`)],
    [`${name} of nothing`, withHeader(name, () => '0000000000000000')],
    [`${name} that says none`, withHeader(name, () => 'none')],
    [`${name} of another kind`, withHeader(name, (was) => Buffer.from(was).toString('base64url'))],
  ]);
  return [
    ...headers,
    [
      'no proof at all',
      (call) =>
        proofs[code].reduce(
          (one, name) => without(name)(one),
          withBody((was) => was.replace(/&?Hash=\w+/, ''))(call),
        ),
    ],
    ['no body', withBody(() => '')],
    ['half a body', withBody((was) => was.slice(0, was.length / 2))],
    ['the body less a sign', withBody((was) => was.slice(0, -1))],
    ['the body twice', withBody((was) => was + was)],
    ['the body as a text of JSON', withBody((was) => JSON.stringify(was))],
    ['the body in a list', withBody((was) => `[${was}]`)],
    ['the body as base64', withBody((was) => Buffer.from(was).toString('base64'))],
    ['a sign that ends texts in the middle', withBody((was) => `${was.slice(0, 9)}\0${was.slice(9)}`)],
    ['another letter for a letter', withBody((was) => was.replace(/[a-z]/, (sign) => `${sign}\u0301`))],
    ['nothing but braces', withBody(() => '{}')],
    ['another order', withBody(() => caught[code === 'card' ? 'wallet' : 'card'].body)],
    ...places.map((at): [string, (call: Call) => Call] => [
      `another sign at ${at}`,
      withBody((was) => flipped(was, at)),
    ]),
    ...['instalments', 'nobody', '__proto__', ...codes.filter((one) => one !== code)].map(
      (other): [string, (call: Call) => Call] => [
        `brought to ${other}`,
        withPath((was) => was.replace(`/${code}/`, `/${other}/`)),
      ],
    ),
    ['another way to write the path', withPath((was) => was.replace(/web-hook$/, 'WEB-HOOK'))],
    ['a slash more', withPath((was) => was.replace('/api/', '//api/'))],
    ['a way round', withPath((was) => was.replace('/payments/', '/payments/%2e%2e/payments%2f'))],
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method): [string, (call: Call) => Call] => [
      `by ${method}`,
      (call) => ({ ...call, method, headers: { ...call.headers, 'x-http-method-override': 'POST' } }),
    ]),
  ];
}

/** All that a call that is believed would change. */
async function standing() {
  const events = await shop.db.selectFrom('payment_event').select('id').execute();
  const entries = await shop.db.selectFrom('money_entry').select('id').execute();
  const orders = await shop.db
    .selectFrom('sales_order')
    .select(['number', 'state', 'captured_cents'])
    .orderBy('id')
    .execute();
  // To ask whether a call is PayPal's asks for no payment.
  const asked = (await shop.requests()).filter(({ url }) => !/verify-webhook-signature|oauth2/.test(url));
  return { events: events.length, entries: entries.length, orders, asked: asked.length };
}

describe('web-hooks that are no provider’s (T17)', () => {
  test('200 and more forgeries: none is taken, none makes the shop ask, none moves anything', async ({
    task,
  }) => {
    const before = await standing();
    const forgeries = [
      ...codes.flatMap((code) =>
        changesOf(code)
          .map(([name, change]) => [name, code, change(caught[code])] as const)
          .filter(([, , call]) => JSON.stringify(call) !== JSON.stringify(caught[code])),
      ),
      ...bad,
    ];
    const taken: string[] = [];
    for (const [name, code, call] of forgeries) {
      const { status } = await bring(call);
      if (status < 400 || status >= 500) taken.push(`${code}: ${name}: ${status}`);
    }
    expect(taken).toEqual([]);
    expect(await standing()).toEqual(before);
    expect(before.orders.map(({ state }) => state)).toEqual(codes.map(() => 'pending_payment'));
    expect(forgeries.length).toBeGreaterThanOrEqual(200);
    task.meta.tried = forgeries.length;
  });

  test('the true one places its order, and said again it does nothing more, ten minutes or a month later', async ({
    task,
  }) => {
    const before = await standing();
    let tried = 0;
    for (const wait of [0, 0, 10 * minute, 30 * 24 * 60 * minute]) {
      if (wait > 0) await shop.advance(wait);
      for (const code of codes) {
        const { status } = await bring(caught[code]);
        expect([code, wait, status]).toEqual([code, wait, 200]);
        tried += 1;
      }
    }
    const { orders, events, entries } = await standing();
    expect(orders).toEqual(before.orders.map((one) => ({ ...one, state: 'placed', captured_cents: 12_000 })));
    expect([events >= codes.length, entries - before.entries]).toEqual([true, codes.length]);
    expect(await faultsIn(shop.db, shop.now())).toEqual([]);
    task.meta.tried = tried;
  });
});
