import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop, type OpenShop, rendering, requestPath, type TestShop } from './testing/open-test-shop.ts';

let shop: TestShop;
let plain: FastifyInstance;
let cached: FastifyInstance;
let log: OpenShop['log'];

beforeAll(async () => {
  shop = await makeShop();
  ({ app: cached } = await shop.open({ cache: true }));
  ({ app: plain, log } = await shop.open());
});

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
  test('is rendered completely, in the requested language, with the public settings', async () => {
    const response = await requestPath(plain, '/', { 'accept-language': 'de-AT,de;q=0.9' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.payload).toContain('<html lang="de-DE" data-api="" data-partition="za">');
    expect(response.payload).toContain('R1.234,50');
    expect(response.payload).toMatch(/<\/html>$/);
  });

  test('has a link to the messages of its language, so that they load in parallel with the scripts', async () => {
    const { headers } = await requestPath(plain, '/', { cookie: 'fynbos-locale=ja-JP' });
    const file = /^<(\/assets\/shop-ja-JP[^>]+)>; rel=modulepreload; fetchpriority=low$/.exec(
      String(headers.link),
    )?.[1];
    expect((await requestPath(plain, file ?? 'missing')).statusCode).toBe(200);
  });

  test('allows exactly its own inline scripts, by hash, and contains no nonce', async () => {
    for (const app of [plain, cached]) {
      const { headers, payload } = await requestPath(app, '/');
      const policy = String(headers['content-security-policy']);
      const scripts = inlineScripts(payload);
      expect(scripts.length).toBeGreaterThan(2);
      const allowed = policy.match(/'sha256-[^']+'/g);
      expect(new Set(allowed)).toEqual(new Set(scripts.map(hashOf)));
      expect(payload).not.toContain('nonce');
      expect(policy).not.toContain('unsafe');
    }
  });

  test('does not allow a script that was injected into its text', async () => {
    const { headers, payload } = await requestPath(plain, '/injected');
    expect(payload).toContain('alert("smuggled")');
    expect(headers['content-security-policy']).not.toContain(hashOf('alert("smuggled")'));
  });

  test('is confirmed with 304 while it is unchanged', async () => {
    const { headers } = await requestPath(cached, '/');
    const revalidated = await requestPath(cached, '/', { 'if-none-match': String(headers.etag) });
    expect(revalidated.statusCode).toBe(304);
    expect(revalidated.payload).toBe('');
  });

  test('responds to HEAD with the headers of GET and no body', async () => {
    const full = await requestPath(cached, '/product/head');
    const head = await cached.inject({ method: 'HEAD', url: '/product/head' });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
    expect(head.payload).toBe('');
  });
});

test('the language cookie is Secure behind TLS', async () => {
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

test('a separate API address is allowed in the policy and passed to the browser', async () => {
  const { app } = await shop.open({ publicApiUrl: 'https://api.example/base' });
  const { headers, payload } = await requestPath(app, '/');
  await shop.open();
  expect(payload).toContain('data-api="https://api.example/base"');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example;");
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://api.example;");
});

describe('the card provider in the content security policy', () => {
  const card = 'https://cards.example';

  test('is allowed on the card payment page, and on no other', async () => {
    const { app } = await shop.open({ cardOrigin: card, publicApiUrl: 'https://api.example' });
    const { headers } = await requestPath(app, '/order/pay?checkoutReference=1');
    const elsewhere = await Promise.all(
      ['/', '/order/payment', '/private'].map((path) => requestPath(app, path)),
    );
    await shop.open();
    const policy = String(headers['content-security-policy']).split('; ');
    for (const name of ['script-src', 'style-src', 'frame-src', 'connect-src', 'img-src', 'form-action'])
      expect(policy.find((rule) => rule.startsWith(name))).toContain(card);
    // Pages of a bank, on any host.
    expect(policy).toContain(`frame-src https: ${card}`);
    expect(policy).toContain(`form-action 'self' https: ${card}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(String(policy)).not.toContain('unsafe');
    for (const response of elsewhere)
      expect(response.headers['content-security-policy']).not.toMatch(/cards\.example|https:(?!\/\/api)/);
  });

  test('is absent when none is configured', async () => {
    const { headers } = await requestPath(plain, '/order/pay');
    expect(headers['content-security-policy']).toMatch(/style-src 'self';.*form-action 'self';/);
    expect(headers['content-security-policy']).not.toContain('frame-src');
  });
});

describe('tag manager and chat in the content security policy', () => {
  const tags = { id: 'GTM-AB12', url: 'https://tags.example', origins: ['https://*.measured.example'] };
  const chat = { id: 'shop/default', url: 'https://chat.example', origins: ['wss://*.chat.example'] };
  const rulesOf = (policy: unknown) =>
    Object.fromEntries(
      String(policy)
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule]),
    );

  test('are allowed when the operator configured them, each only for what it needs', async () => {
    const { app } = await shop.open({ outside: { tags } });
    const { headers, payload } = await requestPath(app, '/');
    const both = await requestPath((await shop.open({ outside: { tags, chat } })).app, '/');
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
    '/Account/Confirm-Email?link=secret',
    '/order/p%61y',
    '/order//%50AY/',
    '/%6eewsletter?link=secret',
  ])('are not allowed on card pages or pages with a secret address: %s (T39)', async (path) => {
    const { app } = await shop.open({ outside: { tags, chat }, cardOrigin: 'https://cards.example' });
    const { headers } = await requestPath(app, path);
    await shop.open();
    expect(headers['content-security-policy']).toBeDefined();
    expect(headers['content-security-policy']).not.toMatch(/tags|measured|chat/);
  });

  test('are not mentioned when none is configured', async () => {
    const { headers, payload } = await requestPath(plain, '/');
    expect(payload).not.toMatch(/data-(tags|chat|debug)/);
    expect(headers['content-security-policy']).not.toContain('font-src');
  });
});

test('a form from another site is accepted at the return address of payment providers, and only there', async () => {
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
  test('is served at the path with .data, with a 404 for an unknown page', async () => {
    const response = await requestPath(plain, '/product/1.data');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/x-script');
    expect(response.payload).toContain('rendering');
    expect((await requestPath(plain, '/nothing/here.data')).statusCode).toBe(404);
  });
});

describe('failures', () => {
  test('a refusal of the API sets the status of the page and shows its sentence in the shopper’s language', async () => {
    const response = await requestPath(plain, '/refused');
    expect(response.statusCode).toBe(404);
    expect(response.payload).toContain('<h1>Product not found.</h1>');
    expect((await requestPath(plain, '/refused.data')).statusCode).toBe(404);
  });

  test('an unreachable API results in a 503 page that can be retried', async () => {
    // The API's address applies to the whole process, so it is restored.
    const { app } = await shop.open({ apiUrl: 'http://127.0.0.1:9' });
    const response = await requestPath(app, '/refused');
    await shop.open();
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.payload).toContain('The shop cannot be reached.');
  });

  test('a loader or page that throws results in a 500 page and one log record, without its stack in the page (T16)', async ({
    task,
  }) => {
    const broken = [
      ['/broken', 'the loader broke', 'Something went wrong, try again in a few seconds'],
      ['/crash', 'the page broke', 'Something went wrong'],
    ] as const;
    for (const [url, message, title] of broken) {
      log.length = 0;
      const response = await requestPath(plain, url);
      expect(response.statusCode).toBe(500);
      expect(response.payload).toContain(`<h1>${title}</h1>`);
      expect(response.payload).not.toContain(message);
      expect(response.payload).not.toMatch(/\bat (?:async )?[\w.<>]+ \(|\.[jt]sx?:\d+:\d+/);
      expect(log).toEqual([expect.objectContaining({ err: expect.objectContaining({ message }) })]);
    }
    (task.meta as { attempts?: number }).attempts = broken.length;
  });

  test('an error thrown by a loader or a component is logged with its place in the sources', async () => {
    const thrown = [
      ['/broken', 'the loader broke'],
      ['/crash', 'the page broke'],
    ] as const;
    const file = path.join(import.meta.dirname, 'testing/shop/app/page.tsx');
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [url, message] of thrown) {
      log.length = 0;
      await requestPath(plain, url);
      const line = lines.findIndex((text) => text.includes(`new Error('${message}')`)) + 1;
      expect(log).toMatchObject([{ err: { stack: expect.stringContaining(`${file}:${line}:`) } }]);
    }
  });

  test('a loader that throws or cannot reach the API shows the shopper the request id', async () => {
    log.length = 0;
    const broken = await requestPath(plain, '/broken');
    const named = /"requestId\\",\\"([\w-]+)\\"/.exec(broken.payload)?.[1];
    expect(named).toBeDefined();
    expect(log).toEqual([expect.objectContaining({ reqId: named })]);
  });

  test('API calls of a page carry the request id and the trace of the page', async () => {
    const receivedHeaders: Record<string, unknown>[] = [];
    const api = Fastify();
    api.addHook('onRequest', async ({ headers }) => void receivedHeaders.push(headers));
    api.get('/*', async () => ({}));
    const apiUrl = await api.listen({ port: 0, host: '127.0.0.1' });
    const { app } = await shop.open({ apiUrl });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await requestPath(app, '/refused', { traceparent });
    await api.close();
    await shop.open();
    expect(receivedHeaders).toEqual([
      expect.objectContaining({ traceparent, 'x-request-id': expect.stringMatching(/^req-/) }),
    ]);
  });

  test('an unknown address is a 404 page; an unknown file is a plain 404', async () => {
    const page = await requestPath(plain, '/no-such-page');
    expect(page.statusCode).toBe(404);
    expect(page.payload).toContain('<h1>404 Page Not Found</h1>');
    for (const file of ['/assets/old.js', '/wp-login.php', '/apple-touch-icon.png']) {
      const response = await requestPath(plain, file);
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ]);
    }
  });

  test('an unknown API address is passed to the API', async () => {
    expect((await requestPath(plain, '/api/known')).json()).toEqual({ known: true });
    const response = await requestPath(plain, '/api/unknown');
    expect([response.statusCode, response.json().result]).toEqual([404, 'api']);
  });

  test('an unsupported method results in a 405 that lists the supported methods', async () => {
    const response = await plain.inject({ method: 'PUT', url: '/', payload: 'x' });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = await plain.inject({ method: 'POST', url: '/product/1', headers, payload: 'a=b' });
    expect(post.statusCode).toBe(405);
  });

  test('a form above the size limit is refused', async () => {
    const payload = `locale=${'x'.repeat(70_000)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await plain.inject({ method: 'POST', url: '/language', payload, headers })).statusCode).toBe(413);
  });

  test('a visitor who disconnects aborts the loader and affects no other request', async () => {
    const address = await plain.listen({ port: 0, host: '127.0.0.1' });
    const ended = new Promise((resolve) => process.once('fynbos:slow' as never, resolve as never));
    const request = get(`${address}/slow`);
    request.on('error', () => {});
    process.once('fynbos:slow-begun' as never, (() => request.destroy()) as never);
    expect(await ended).toBe(true);
    expect((await fetch(address)).status).toBe(200);
  });
});

describe('files of the build', () => {
  /** The largest script, which is worth compressing. */
  async function someScript(): Promise<string> {
    const urls = [...(await requestPath(plain, '/')).payload.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(
      (match) => match[1]!,
    );
    const sizes = await Promise.all(
      urls.map(async (url) => (await requestPath(plain, url)).rawPayload.length),
    );
    return urls[sizes.indexOf(Math.max(...sizes))] ?? '';
  }

  test('are cached by browsers for a year and sent in the smallest encoding that the browser accepts', async () => {
    const url = await someScript();
    const identity = await requestPath(plain, url);
    expect(identity.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(identity.headers['content-encoding']).toBeUndefined();
    const br = await requestPath(plain, url, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await requestPath(plain, url, { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).equals(identity.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(identity.rawPayload)).toBe(true);
    expect(br.rawPayload.length).toBeLessThan(gzip.rawPayload.length);
  });

  test('do not include the build files of the server', async () => {
    expect((await requestPath(plain, '/.vite/manifest.json')).statusCode).toBe(404);
  });

  test('a resource route is streamed', async () => {
    expect((await requestPath(plain, '/stream')).payload).toBe('one two three');
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

  test('stores the choice in a cookie and redirects back to the page', async () => {
    const response = await choose({ locale: 'pl-PL', back: '/product/1?sort=price' });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/product/1?sort=price']);
    expect(response.headers['set-cookie']).toMatch(
      /^fynbos-locale=pl-PL; Path=\/; Max-Age=31536000; SameSite=Lax$/,
    );
    const page = await requestPath(plain, '/', { cookie: 'fynbos-locale=pl-PL', 'accept-language': 'fr' });
    expect(page.payload).toContain('<html lang="pl-PL"');
  });

  test('redirects only to a path of the shop', async () => {
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

  test('ignores an unsupported language, and refuses a form from another site', async () => {
    expect((await choose({ locale: 'xx-XX', back: '/' })).headers['set-cookie']).toBeUndefined();
    for (const origin of ['https://evil.example', 'null']) {
      expect((await choose({ locale: 'pl-PL', back: '/' }, { origin })).statusCode).toBe(403);
    }
    const behindTls = { host: 'shop.example', origin: 'https://shop.example' };
    expect((await choose({ locale: 'pl-PL', back: '/' }, behindTls)).statusCode).toBe(303);
  });
});

describe('the files of other versions', () => {
  test('are served as well, for a year, also those that another process adds later', async () => {
    const { folder, remove } = await temporaryFolder();
    const { app } = await shop.open({ retainedBuilds: folder });
    const assets = path.join(folder, 'assets');
    expect((await readdir(assets)).some((name) => name.startsWith('entry.client'))).toBe(true);
    expect((await requestPath(app, '/assets/later.js')).statusCode).toBe(404);
    await writeFile(path.join(assets, 'later.js'), 'later');
    const response = await requestPath(app, '/assets/later.js');
    expect(response.payload).toBe('later');
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await app.inject({ method: 'POST', url: '/assets/later.js' })).statusCode).toBe(404);
    await remove();
  });

  test('are not served when their folder cannot be written; the shop still starts', async () => {
    const { folder, remove } = await temporaryFolder();
    await writeFile(path.join(folder, 'file'), '');
    const { app } = await shop.open({ retainedBuilds: path.join(folder, 'file/builds') });
    expect((await requestPath(app, '/')).statusCode).toBe(200);
    expect((await requestPath(app, '/assets/later.js')).statusCode).toBe(404);
    await remove();
  });
});

describe('many visitors at once', () => {
  test('get a page in their language that loads again by itself; data and forms get a response at once', async () => {
    const { app } = await shop.open({ renderLimits: { concurrency: 0, maxQueued: 0 } });
    const [german, data, form] = await Promise.all([
      requestPath(app, '/product/second?a=1&b=2', { cookie: 'fynbos-locale=de-DE' }),
      requestPath(app, '/product/second.data'),
      app.inject({
        method: 'POST',
        url: '/product/second',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]);
    expect(german).toMatchObject({
      statusCode: 503,
      headers: {
        'retry-after': '5',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      },
    });
    expect(german.payload).toContain('<html lang="de-DE">');
    expect(german.payload).toContain('<h1>Der Shop ist gerade stark ausgelastet</h1>');
    expect(german.payload).toContain('<meta http-equiv="refresh" content="5">');
    expect(german.payload).toContain('href="/product/second?a=1&#38;b=2"');
    expect(data).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '5' },
      payload: 'The shop is busy.',
    });
    expect(form.statusCode).not.toBe(503);
  });

  test('posted forms are bounded as pages are (T42)', async ({ task }) => {
    const { app } = await shop.open({ formLimits: { concurrency: 0, maxQueued: 0 } });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const paths = ['/', '/product/second', '/product/second?index', '/nowhere', '/product/second.data'];
    for (const url of paths) {
      const { statusCode, payload } = await app.inject({
        method: 'POST',
        url,
        headers,
        payload: 'name=value',
      });
      expect([url, statusCode]).toEqual([url, 503]);
      expect(payload).not.toContain('rendering');
    }
    expect((await requestPath(app, '/product/second')).statusCode).toBe(200);
    (task.meta as { attempts?: number }).attempts = paths.length;
  });

  test('all get their page: each is rendered, in turn', async () => {
    const { app } = await shop.open({ renderLimits: { concurrency: 1 } });
    const paths = Array.from({ length: 20 }, (_, visitor) => `/product/${visitor}`);
    const pages = await Promise.all(paths.map((path) => requestPath(app, path)));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200));
    expect(new Set(pages.map(rendering)).size).toBe(20);
  });
});
