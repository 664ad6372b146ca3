import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, makeShop, type OpenShop, type TestShop } from './testing/open-shop.ts';

let shop: TestShop;
let plain: FastifyInstance;
let cached: FastifyInstance;
let log: OpenShop['log'];

beforeAll(async () => {
  shop = await makeShop();
  ({ app: cached } = await shop.open({ cache: true }));
  ({ app: plain, log } = await shop.open());
}, 30_000);

afterAll(() => shop.close());

function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g);
  return [...scripts]
    .filter(([, attributes]) => !attributes?.includes('src='))
    .map(([, , text]) => text ?? '');
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

describe('a document', () => {
  test('is rendered whole, in the language asked for, and hands the public settings over', async () => {
    const answer = await ask(plain, '/', { 'accept-language': 'de-AT,de;q=0.9' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.payload).toContain('<html lang="de-DE" data-api="" data-partition="za">');
    expect(answer.payload).toContain('R1.234,50');
    expect(answer.payload).toMatch(/<\/html>$/);
  });

  test('comes with a link to the messages of its language, so that they load beside the scripts', async () => {
    const { headers } = await ask(plain, '/', { cookie: 'fynbos-locale=ja-JP' });
    const file = /^<(\/assets\/ja-JP[^>]+)>; rel=modulepreload; fetchpriority=low$/.exec(
      String(headers.link),
    )?.[1];
    expect((await ask(plain, file ?? 'missing')).statusCode).toBe(200);
  });

  test('allows exactly its own inline scripts, by hash, and leaves no nonce behind', async () => {
    for (const app of [plain, cached]) {
      const { headers, payload } = await ask(app, '/');
      const policy = String(headers['content-security-policy']);
      const scripts = inlineScripts(payload);
      expect(scripts.length).toBeGreaterThan(2);
      const allowed = policy.match(/'sha256-[^']+'/g);
      expect(new Set(allowed)).toEqual(new Set(scripts.map(hashOf)));
      expect(payload).not.toContain('nonce');
      expect(policy).not.toContain('unsafe');
    }
  });

  test('does not allow a script that was smuggled into its text', async () => {
    const { headers, payload } = await ask(plain, '/injected');
    expect(payload).toContain('alert("smuggled")');
    expect(headers['content-security-policy']).not.toContain(hashOf('alert("smuggled")'));
  });

  test('is confirmed with 304 while it is the same', async () => {
    const { headers } = await ask(cached, '/');
    const again = await ask(cached, '/', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.payload).toBe('');
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const whole = await ask(cached, '/product/head');
    const head = await cached.inject({ method: 'HEAD', url: '/product/head' });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.payload).toBe('');
  });
});

test('behind TLS the language cookie travels only there', async () => {
  const { app } = await shop.open({ publicUrl: 'https://shop.example' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' };
  const chosen = await app.inject({
    method: 'POST',
    url: '/language',
    payload: 'locale=de-DE&back=/',
    headers,
  });
  expect(chosen.headers['set-cookie']).toMatch(/; Secure$/);
});

test('an API of its own address is allowed in the policy and told to the browser', async () => {
  const { app } = await shop.open({ publicApiUrl: 'https://api.example/base' });
  const { headers, payload } = await ask(app, '/');
  await shop.open();
  expect(payload).toContain('data-api="https://api.example/base"');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example;");
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://api.example;");
});

describe('the card provider', () => {
  const card = 'https://cards.example';

  test('has a say on the page where a card is paid with, and on no other', async () => {
    const { app } = await shop.open({ cardOrigin: card, publicApiUrl: 'https://api.example' });
    const { headers } = await ask(app, '/order/pay?checkoutReference=1');
    const elsewhere = await Promise.all(['/', '/order/payment', '/private'].map((path) => ask(app, path)));
    await shop.open();
    const policy = String(headers['content-security-policy']).split('; ');
    for (const name of ['script-src', 'style-src', 'frame-src', 'connect-src', 'img-src', 'form-action'])
      expect(policy.find((rule) => rule.startsWith(name))).toContain(card);
    // A bank's own pages, wherever they are.
    expect(policy).toContain(`frame-src https: ${card}`);
    expect(policy).toContain(`form-action 'self' https: ${card}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(String(policy)).not.toContain('unsafe');
    for (const other of elsewhere)
      expect(other.headers['content-security-policy']).not.toMatch(/cards\.example|https:(?!\/\/api)/);
  });

  test('has none where there is none', async () => {
    const { headers } = await ask(plain, '/order/pay');
    expect(headers['content-security-policy']).toMatch(/style-src 'self';.*form-action 'self';/);
    expect(headers['content-security-policy']).not.toContain('frame-src');
  });
});

describe('a tag manager and a chat', () => {
  const tags = { id: 'GTM-AB12', url: 'https://tags.example', origins: ['https://*.measured.example'] };
  const chat = { id: 'shop/default', url: 'https://chat.example', origins: ['wss://*.chat.example'] };
  const rulesOf = (policy: unknown) =>
    Object.fromEntries(
      String(policy)
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule]),
    );

  test('have a say where the operator has them, and each in what it needs alone', async () => {
    const { app } = await shop.open({ outside: { tags } });
    const { headers, payload } = await ask(app, '/');
    const both = await ask((await shop.open({ outside: { tags, chat } })).app, '/');
    await shop.open();
    const rules = rulesOf(headers['content-security-policy']);
    expect(payload).toContain('data-tags="https://tags.example/gtm.js?id=GTM-AB12"');
    expect(payload).not.toContain('data-chat');
    expect(rules['script-src']).toMatch(/^script-src 'self' https:\/\/tags\.example 'sha256/);
    expect(rules['connect-src']).toBe("connect-src 'self' https://tags.example https://*.measured.example");
    expect(rules['style-src']).toBe("style-src 'self'");
    expect(rules['frame-src']).toBeUndefined();
    expect(both.payload).toContain('data-chat="https://chat.example/shop/default"');
    const chatRules = rulesOf(both.headers['content-security-policy']);
    expect(chatRules['frame-src']).toBe("frame-src 'self' https://chat.example wss://*.chat.example");
    expect(chatRules['script-src']).not.toContain('unsafe');
  });

  test.each([
    '/order/pay?checkoutReference=1',
    '/Account/Reset-Password/?link=secret',
    '/newsletter?link=secret',
  ])('have none where cards are taken, or where the address is a secret: %s', async (path) => {
    const { app } = await shop.open({ outside: { tags, chat }, cardOrigin: 'https://cards.example' });
    const { headers } = await ask(app, path);
    await shop.open();
    expect(headers['content-security-policy']).not.toMatch(/tags|measured|chat/);
  });

  test('are not told of where there are none', async () => {
    const { headers, payload } = await ask(plain, '/');
    expect(payload).not.toMatch(/data-(tags|chat|debug)/);
    expect(headers['content-security-policy']).not.toContain('font-src');
  });
});

test('a form from elsewhere is taken where payment providers send shoppers back to, and there alone', async () => {
  const post = async (url: string) =>
    plain.inject({
      method: 'POST',
      url,
      payload: 'Status=Complete',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://pay.example' },
    });
  expect((await post('/order/status?checkoutReference=1')).headers.location).toBe('/taken');
  for (const url of ['/', '/order/statuses', '/order/pay']) expect((await post(url)).statusCode).toBe(403);
});

describe('the data of client navigation', () => {
  test('is answered at the path with .data, and an unknown page is a 404 there too', async () => {
    const answer = await ask(plain, '/product/1.data');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/x-script');
    expect(answer.payload).toContain('rendering');
    expect((await ask(plain, '/nothing/here.data')).statusCode).toBe(404);
  });
});

describe('failures', () => {
  test('a refusal of the API is the status of the page and its sentence in the shopper’s language', async () => {
    const answer = await ask(plain, '/refused');
    expect(answer.statusCode).toBe(404);
    expect(answer.payload).toContain('<h1>Product not found.</h1>');
    expect((await ask(plain, '/refused.data')).statusCode).toBe(404);
  });

  test('an API that is not there is a 503 page that may be tried again', async () => {
    // The API's address holds for the whole process, so it is put back.
    const { app } = await shop.open({ apiUrl: 'http://127.0.0.1:9' });
    const answer = await ask(app, '/refused');
    await shop.open();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.payload).toContain('The shop cannot be reached.');
  });

  test('a loader or a page that breaks is a 500 page and one line in the log, without its stack in the page (T16)', async ({
    task,
  }) => {
    const broken = [
      ['/broken', 'the loader broke', 'Something went wrong, try again in a few seconds'],
      ['/crash', 'the page broke', 'Something went wrong'],
    ] as const;
    for (const [url, message, title] of broken) {
      log.length = 0;
      const answer = await ask(plain, url);
      expect(answer.statusCode).toBe(500);
      expect(answer.payload).toContain(`<h1>${title}</h1>`);
      expect(answer.payload).not.toContain(message);
      expect(answer.payload).not.toMatch(/\bat (?:async )?[\w.<>]+ \(|\.[jt]sx?:\d+:\d+/);
      expect(log).toEqual([expect.objectContaining({ err: expect.objectContaining({ message }) })]);
    }
    (task.meta as { tried?: number }).tried = broken.length;
  });

  test('a loader that breaks, or cannot reach the API, tells the shopper the name of the request', async () => {
    log.length = 0;
    const broken = await ask(plain, '/broken');
    const named = /"requestId\\",\\"([\w-]+)\\"/.exec(broken.payload)?.[1];
    expect(named).toBeDefined();
    expect(log).toEqual([expect.objectContaining({ reqId: named })]);
  });

  test('what a page asks the API goes under the page’s own name, and in its trace', async () => {
    const asked: Record<string, unknown>[] = [];
    const api = Fastify();
    api.addHook('onRequest', async ({ headers }) => void asked.push(headers));
    api.get('/*', async () => ({}));
    const apiUrl = await api.listen({ port: 0, host: '127.0.0.1' });
    const { app } = await shop.open({ apiUrl });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await ask(app, '/refused', { traceparent });
    await api.close();
    await shop.open();
    expect(asked).toEqual([
      expect.objectContaining({ traceparent, 'x-request-id': expect.stringMatching(/^req-/) }),
    ]);
  });

  test('an address nobody knows is a 404 page; a file nobody knows a plain 404', async () => {
    const page = await ask(plain, '/no-such-page');
    expect(page.statusCode).toBe(404);
    expect(page.payload).toContain('<h1>404 Page Not Found</h1>');
    for (const file of ['/assets/old.js', '/wp-login.php', '/apple-touch-icon.png']) {
      const answer = await ask(plain, file);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    }
  });

  test('an unknown address of the API is left to the API', async () => {
    expect((await ask(plain, '/api/known')).json()).toEqual({ known: true });
    const answer = await ask(plain, '/api/unknown');
    expect([answer.statusCode, answer.json().result]).toEqual([404, 'api']);
  });

  test('a method that reads no page is a 405 that names those that do', async () => {
    const answer = await plain.inject({ method: 'PUT', url: '/', payload: 'x' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    expect((await plain.inject({ method: 'POST', url: '/product/1' })).statusCode).toBe(405);
  });

  test('a form larger than any of ours is refused', async () => {
    const payload = `locale=${'x'.repeat(70_000)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await plain.inject({ method: 'POST', url: '/language', payload, headers })).statusCode).toBe(413);
  });

  test('a visitor who leaves ends the loader and hurts nobody', async () => {
    const address = await plain.listen({ port: 0, host: '127.0.0.1' });
    const ended = new Promise((resolve) => process.once('fynbos:slow' as never, resolve as never));
    const request = get(`${address}/slow`);
    request.on('error', () => {});
    setTimeout(() => request.destroy(), 100);
    expect(await ended).toBe(true);
    expect((await fetch(address)).status).toBe(200);
  });
});

describe('files of the build', () => {
  /** One that is worth packing. */
  async function someScript(): Promise<string> {
    const urls = [...(await ask(plain, '/')).payload.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(
      (found) => found[1]!,
    );
    const sizes = await Promise.all(urls.map(async (url) => (await ask(plain, url)).rawPayload.length));
    return urls[sizes.indexOf(Math.max(...sizes))] ?? '';
  }

  test('are kept by browsers for ever and come as small as the browser can take them', async () => {
    const url = await someScript();
    const whole = await ask(plain, url);
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(whole.headers['content-encoding']).toBeUndefined();
    const br = await ask(plain, url, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await ask(plain, url, { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).equals(whole.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(whole.rawPayload)).toBe(true);
    expect(br.rawPayload.length).toBeLessThan(gzip.rawPayload.length);
  });

  test('do not include what the build wrote down for the server', async () => {
    expect((await ask(plain, '/.vite/manifest.json')).statusCode).toBe(404);
  });

  test('a resource route streams', async () => {
    expect((await ask(plain, '/stream')).payload).toBe('one two three');
  });
});

describe('choosing a language', () => {
  async function choose(form: Record<string, string>, headers: Record<string, string> = {}) {
    return plain.inject({
      method: 'POST',
      url: '/language',
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  test('keeps the choice in a cookie and goes back to where the shopper was', async () => {
    const answer = await choose({ locale: 'pl-PL', back: '/product/1?sort=price' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/product/1?sort=price']);
    expect(answer.headers['set-cookie']).toMatch(
      /^fynbos-locale=pl-PL; Path=\/; Max-Age=31536000; SameSite=Lax$/,
    );
    const page = await ask(plain, '/', { cookie: 'fynbos-locale=pl-PL', 'accept-language': 'fr' });
    expect(page.payload).toContain('<html lang="pl-PL"');
  });

  test('goes back to a path of our own only', async () => {
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      expect((await choose({ locale: 'pl-PL', back })).headers.location).toBe('/');
    }
  });

  test('ignores a language we do not speak, and a form from another site', async () => {
    expect((await choose({ locale: 'xx-XX', back: '/' })).headers['set-cookie']).toBeUndefined();
    for (const origin of ['https://evil.example', 'null']) {
      expect((await choose({ locale: 'pl-PL', back: '/' }, { origin })).statusCode).toBe(403);
    }
    const behindTls = { host: 'shop.example', origin: 'https://shop.example' };
    expect((await choose({ locale: 'pl-PL', back: '/' }, behindTls)).statusCode).toBe(303);
  });
});
