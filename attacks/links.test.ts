import { request } from 'node:http';
import {
  behindProxy,
  freshAddress,
  logInPerson,
  password,
  registerPerson,
} from '@fynbos/api/accounts/testing/people.ts';
import { newCart } from '@fynbos/api/cart/testing/guest.ts';
import { orderOf } from '@fynbos/api/orders/testing/order.ts';
import { begin, payingFiles } from '@fynbos/api/payments/testing/paying.ts';
import { isLong } from '@fynbos/api/testing/long.ts';
import { openPayingShop, type PayingShop } from '@fynbos/api/testing/paying-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { say } from './raw-socket.ts';

/** Addresses that the shop hands out lead to the shop, whatever a request says: in mails (T6) and at providers (T5). */
let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const evil = 'evil.example';

/** Sends it with a host of its own choosing, which no fetch would. */
async function post(
  path: string,
  body: object,
  headers: Record<string, string>,
  asked = path,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const text = JSON.stringify(body);
  const { hostname, port } = new URL(shop.origin);
  const sent = {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(text)}`,
    ...headers,
  };
  request({ hostname, port, path: asked, method: 'POST', headers: sent }, (answer) => {
    answer.resume();
    answer.on('end', () => resolve(answer.statusCode ?? 0));
  })
    .on('error', reject)
    .end(text);
  return promise;
}

describe('a host that a request makes up', () => {
  const lies: readonly Record<string, string>[] = [
    { host: evil },
    { host: `${evil}:80` },
    { host: `shop.example@${evil}` },
    { host: `127.0.0.1.${evil}` },
    { 'x-forwarded-host': evil },
    { 'x-forwarded-server': evil },
    { 'x-host': evil, 'x-original-host': evil, 'x-http-host-override': evil },
    { forwarded: `for=1.2.3.4;host=${evil};proto=https` },
    { 'x-forwarded-proto': 'gopher', 'x-forwarded-port': '1337', 'x-forwarded-prefix': `//${evil}` },
    { origin: `https://${evil}`, referer: `https://${evil}/` },
    { 'x-original-url': `https://${evil}/`, 'x-rewrite-url': `//${evil}` },
  ];

  test('is in no mail, and at no provider (T6)', async ({ task }) => {
    const person = await logInPerson(shop);
    let tried = 0;
    const tell = async ([at, lie]: [number, Record<string, string>]) => {
      const { email } = await registerPerson(shop);
      const from = () => ({ host: '127.0.0.1', 'x-forwarded-for': freshAddress(), ...lie });
      const customer = { email: `new${at}@example.co.za`, firstname: 'Thandi', lastname: 'Nkosi' };
      const asks: [string, object][] = [
        ['/api/user/reset-password', { email }],
        ['/api/user/create', { customer, password }],
        ['/api/user/create', { customer: { ...customer, email: person.email }, password }],
        ['/api/newsletter/subscribe', { email: `reader${at}@example.co.za` }],
      ];
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const order = await orderOf(cart);
      const some = isLong ? asks : [asks[0]!, asks[1 + (at % 3)]!];
      for (const [path, body] of some) {
        await post(path, body, from());
        await post(path, body, from(), `http://${evil}${path}`);
      }
      await post('/api/order', order, { ...from(), 'x-cart-token': cart.token });
      tried += some.length * 2 + 1;
    };
    await Promise.all([...lies.entries()].map(tell));
    const mails = await shop.db.selectFrom('mail').select(['subject', 'text', 'html']).execute();
    expect(mails.length).toBeGreaterThan(lies.length * 2);
    const links = mails.flatMap(({ text }) => text.match(/\bhttps?:\/\/[^\s/]+/g) ?? []);
    expect(new Set(links)).toEqual(new Set([shop.origin]));
    expect(JSON.stringify(mails)).not.toMatch(/evil|gopher|1337/);
    task.meta.tried = tried;
  });

  test('of which there are two is refused (T6)', async ({ task }) => {
    const body = JSON.stringify({ email: 'thandi@example.co.za' });
    const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const two = `POST /api/user/reset-password HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: ${evil}\r\n${rest}`;
    expect((await say(shop.origin, two)).statuses).toEqual([400]);
    task.meta.tried = 1;
  });
});

test('a mailed secret is good for what it was mailed for, and for nothing else (T6)', async ({ task }) => {
  const [owner, other] = [await logInPerson(shop), await logInPerson(shop)];
  const reader = 'reader@example.co.za';
  await shop.post('/api/user/reset-password', { email: owner.email }, { 'x-forwarded-for': freshAddress() });
  await shop.post('/api/newsletter/subscribe', { email: reader }, { 'x-forwarded-for': freshAddress() });
  const linkTo = async (recipient: string) => {
    const { text } = await shop.db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return decodeURIComponent(/link=([\w%-]+)/.exec(text)![1]!);
  };
  const [reset, newsletter] = [await linkTo(owner.email), await linkTo(reader)];
  const newPassword = 'Rooibos-and-honey-9';
  const as = () => ({ 'x-forwarded-for': freshAddress() });
  const confirm = (link: string, more = {}) =>
    shop.post('/api/user/confirm-password-reset', { link, newPassword, ...more }, as());
  const tries = [
    await confirm(newsletter),
    await confirm(owner.token),
    await confirm(owner.refreshToken),
    await confirm(reset.slice(0, -1)),
    await confirm(reset.toLowerCase()),
    await confirm(`${reset}=`),
    await confirm(''),
    await shop.post('/api/newsletter/confirm', { link: reset }, as()),
    await shop.post('/api/user/refresh', { refreshToken: reset }),
    await shop.post('/api/user/refresh', { refreshToken: owner.token }),
    await shop.get('/api/user/me', { authorization: `Bearer ${reset}` }),
    await shop.get('/api/user/me', { authorization: `Bearer ${newsletter}` }),
    await shop.get('/api/user/me', { authorization: `Bearer ${owner.refreshToken}` }),
    await shop.get('/api/cart/pull', { 'x-cart-token': reset }),
    await shop.get('/api/cart/pull', { 'x-cart-token': owner.token }),
  ];
  expect(tries.map(({ status }) => status < 500 && status >= 400)).toEqual(tries.map(() => true));
  // Whose it is says the link alone, and it counts once.
  const said = { email: other.email, id: other.id, customer: { email: other.email } };
  expect((await confirm(reset, said)).status).toBe(200);
  expect((await confirm(reset)).status).toBeGreaterThanOrEqual(400);
  const login = (username: string, word: string) =>
    shop.post('/api/user/login', { username, password: word }, as());
  expect((await login(owner.email, newPassword)).status).toBe(200);
  expect((await login(other.email, password)).status).toBe(200);
  expect((await login(other.email, newPassword)).status).toBe(401);
  task.meta.tried = tries.length + 2;
});

test('a session that somebody planted is not the one a login goes on with (T8)', async ({ task }) => {
  const [victim, attacker] = [await logInPerson(shop), await logInPerson(shop)];
  const web = { origin: shop.origin, 'sec-fetch-site': 'same-origin', 'x-clientid': 'web' };
  const refreshOf = (headers: Headers) =>
    /fynbos-refresh=([\w-]{43});/.exec(headers.getSetCookie().join())?.[1];
  const login = (username: string, cookie: string) =>
    shop.post(
      '/api/user/login',
      { username, password },
      { ...web, cookie, 'x-forwarded-for': freshAddress() },
    );
  const planted = refreshOf((await login(attacker.email, '')).headers)!;
  const cookies = [`fynbos-refresh=${planted}`, `fynbos-refresh=${planted}; fynbos-refresh=${planted}`];
  for (const cookie of cookies) {
    const { headers, body } = await login(victim.email, cookie);
    expect(refreshOf(headers)).not.toBe(planted);
    const me = await shop.get('/api/user/me', { authorization: `Bearer ${body.result}` });
    expect(me.body.result.email).toBe(victim.email);
    const renewed = await shop.post(
      '/api/user/refresh',
      {},
      { ...web, cookie: `fynbos-refresh=${refreshOf(headers)}` },
    );
    const still = await shop.get('/api/user/me', { authorization: `Bearer ${renewed.body.result}` });
    expect(still.body.result.email).toBe(victim.email);
  }
  const { body } = await shop.post('/api/user/refresh', {}, { ...web, cookie: cookies[0]! });
  const own = await shop.get('/api/user/me', { authorization: `Bearer ${body.result}` });
  expect(own.body.result.email).toBe(attacker.email);
  task.meta.tried = cookies.length;
});

describe('where a provider sends the shopper back to', () => {
  const elsewhere = [
    ...[
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      'javascript:alert(1)',
    ],
    ...[
      'data:text/html,evil',
      'https://user@evil.example',
      '%2f%2fevil.example',
      'https://evil.example%00.shop',
      '',
    ],
    ...[
      'http://evil.example:80\\@shop',
      'https://еvil.example',
      '/\t/evil.example',
      `https://evil.example/${'a'.repeat(1500)}`,
    ],
  ];

  test('is the shop, whatever the client says (T5)', async ({ task }) => {
    const paths = {
      card: '/api/payments/card/checkout-id',
      instalments: '/api/payments/instalments/create-checkout',
      'local-a': '/api/payments/local-a/create-checkout',
      'local-b': '/api/payments/local-b/create-paylink',
      wallet: '/api/payments/wallet/execute',
    } as const;
    const codes = Object.keys(paths) as (keyof typeof paths)[];
    const left: string[] = [];
    const told = (await shop.requests()).length;
    for (const [at, where] of elsewhere.entries()) {
      const code = codes[at % codes.length]!;
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const { sent } = await begin(cart, code);
      const names = [
        'shopperResultUrl',
        'returnurlbase',
        'returnUrl',
        'redirectUrl',
        'cancelUrl',
        'notifyUrl',
      ];
      const fields = Object.fromEntries(names.map((name) => [name, where]));
      const query = names.map((name) => `${name}=${encodeURIComponent(where)}`).join('&');
      const asked = {
        checkoutReference: sent.checkoutReference,
        grandTotal: sent.grand_total,
        paymentCode: code,
      };
      const { status, body } = await cart.post(`${paths[code]}?${query}`, { ...asked, ...fields });
      expect([code, where, status]).toEqual([code, where, 200]);
      const { url, returnUrl } = body.result;
      for (const address of [url, returnUrl].filter(Boolean))
        if (![shop.origin, shop.sandboxUrl].includes(new URL(address).origin))
          left.push(`${code} ${where}: ${address}`);
      if (/evil|javascript:/.test(JSON.stringify(body)))
        left.push(`${code} ${where}: ${JSON.stringify(body)}`);
    }
    const heard = (await shop.requests()).slice(told);
    expect(heard.length).toBeGreaterThanOrEqual(elsewhere.length);
    expect(left).toEqual([]);
    expect(heard.filter(({ url, body }) => /evil|javascript:/.test(decodeURIComponent(url) + body))).toEqual(
      [],
    );
    task.meta.tried = elsewhere.length;
  });
});
