import { request } from 'node:http';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import {
  behindProxy,
  freshAddress,
  logInPerson,
  password,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, payingFiles, redirectPaths } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from './raw-socket.ts';

/**
 * Links that the shop creates lead to the shop, whatever a request contains: in mails (T6) and at providers
 * (T5).
 */
let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const evil = 'evil.example';

/** Sends a request with an arbitrary Host header, which `fetch` does not allow. */
async function post(
  path: string,
  body: object,
  headers: Record<string, string>,
  target = path,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const text = JSON.stringify(body);
  const { hostname, port } = new URL(shop.origin);
  const sent = {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(text)}`,
    ...headers,
  };
  request({ hostname, port, path: target, method: 'POST', headers: sent }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  })
    .on('error', reject)
    .end(text);
  return promise;
}

describe('forged host headers', () => {
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

  test('a forged host appears in no mail and at no provider (T6)', async ({ task }) => {
    const person = await logInPerson(shop);
    let attempts = 0;
    const sendForged = async ([at, lie]: [number, Record<string, string>]) => {
      const { email } = await registerPerson(shop);
      const from = () => ({ host: '127.0.0.1', 'x-forwarded-for': freshAddress(), ...lie });
      const customer = { email: `new${at}@example.co.za`, firstname: 'Thandi', lastname: 'Nkosi' };
      const requests: [string, object][] = [
        ['/api/user/reset-password', { email }],
        ['/api/user/create', { customer, password }],
        ['/api/user/create', { customer: { ...customer, email: person.email }, password }],
        ['/api/newsletter/subscribe', { email: `reader${at}@example.co.za` }],
      ];
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const order = await orderOf(cart);
      const selected = isLong ? requests : [requests[0]!, requests[1 + (at % 3)]!];
      for (const [path, body] of selected) {
        await post(path, body, from());
        await post(path, body, from(), `http://${evil}${path}`);
      }
      await post('/api/order', order, { ...from(), 'x-cart-token': cart.token });
      attempts += selected.length * 2 + 1;
    };
    await Promise.all([...lies.entries()].map(sendForged));
    const mails = await shop.db.selectFrom('mail').select(['subject', 'text', 'html']).execute();
    expect(mails.length).toBeGreaterThan(lies.length * 2);
    const bodies = mails.flatMap(({ text, html }) => [text, html]);
    const links = bodies.flatMap((body) => body.match(/\bhttps?:\/\/[^\s/"<]+/g) ?? []);
    expect(new Set(links)).toEqual(new Set([shop.origin]));
    // A random token may contain any short word, so only whole addresses are searched.
    expect(JSON.stringify(mails)).not.toMatch(/evil\.example|gopher:|:1337/);
    task.meta.attempts = attempts;
  });

  test('a request with two Host headers is refused (T6)', async ({ task }) => {
    const body = JSON.stringify({ email: 'thandi@example.co.za' });
    const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const two = `POST /api/user/reset-password HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: ${evil}\r\n${rest}`;
    expect((await sendRaw(shop.origin, two)).statuses).toEqual([400]);
    task.meta.attempts = 1;
  });
});

test('a mailed secret is valid for its own purpose only (T6)', async ({ task }) => {
  const [owner, bystander] = [await logInPerson(shop), await logInPerson(shop)];
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
  const attempts = [
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
  expect(attempts.map(({ status }) => status < 500 && status >= 400)).toEqual(attempts.map(() => true));
  // The link alone identifies the account, and it works once.
  const spoofed = { email: bystander.email, id: bystander.id, customer: { email: bystander.email } };
  expect((await confirm(reset, spoofed)).status).toBe(200);
  expect((await confirm(reset)).status).toBeGreaterThanOrEqual(400);
  const login = (username: string, word: string) =>
    shop.post('/api/user/login', { username, password: word }, as());
  expect((await login(owner.email, newPassword)).status).toBe(200);
  expect((await login(bystander.email, password)).status).toBe(200);
  expect((await login(bystander.email, newPassword)).status).toBe(401);
  task.meta.attempts = attempts.length + 2;
});

test('a login does not continue a planted session (T8)', async ({ task }) => {
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
  const attackerProfile = await shop.get('/api/user/me', { authorization: `Bearer ${body.result}` });
  expect(attackerProfile.body.result.email).toBe(attacker.email);
  task.meta.attempts = cookies.length;
});

describe('return URL of a provider', () => {
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

  test('the return URL is in the shop, whatever the client sends (T5)', async ({ task }) => {
    const left: string[] = [];
    const requestsBefore = (await shop.requests()).length;
    for (const [at, where] of elsewhere.entries()) {
      const code = providerCodes[at % providerCodes.length]!;
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
      const paymentRequest = {
        checkoutReference: sent.checkoutReference,
        grandTotal: sent.grand_total,
        paymentCode: code,
      };
      const { status, body } = await cart.post(`${redirectPaths[code]}?${query}`, {
        ...paymentRequest,
        ...fields,
      });
      expect([code, where, status]).toEqual([code, where, 200]);
      const { url, returnUrl } = body.result;
      for (const address of [url, returnUrl].filter(Boolean))
        if (![shop.origin, shop.sandboxUrl].includes(new URL(address).origin))
          left.push(`${code} ${where}: ${address}`);
      if (/evil|javascript:/.test(JSON.stringify(body)))
        left.push(`${code} ${where}: ${JSON.stringify(body)}`);
    }
    const providerRequests = (await shop.requests()).slice(requestsBefore);
    expect(providerRequests.length).toBeGreaterThanOrEqual(elsewhere.length);
    expect(left).toEqual([]);
    expect(
      providerRequests.filter(({ url, body }) => /evil|javascript:/.test(decodeURIComponent(url) + body)),
    ).toEqual([]);
    task.meta.attempts = elsewhere.length;
  });
});
