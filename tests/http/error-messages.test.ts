import { readFileSync } from 'node:fs';
import { problems } from '@fynbos/core/problem.ts';
import { locales } from '@fynbos/core/shop.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withEach } from '../e2e/fixtures/html-client.ts';
import { messagesOf } from '../e2e/fixtures/ui-messages.ts';
import { nextClientIp } from './customers.ts';

/** The messages of both error catalogues as shoppers get them, in every language (UI-3, spec accounts 8). */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => shop?.close());

const manifestUrl = new URL('../../storefront/build/client/.vite/manifest.json', import.meta.url);
const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(manifestUrl, 'utf8'));

/** The messages of the files that a browser loads in one language. */
async function servedMessages(locale: string): Promise<Record<string, unknown>> {
  const names = Object.keys(manifest).filter((name) => /^virtual:messages\/.+\/./.test(name));
  const files = names.filter((name) => name.endsWith(`/${locale}`)).map((name) => manifest[name]!.file);
  const served = {};
  await withEach(files, async (file) => {
    const code = await (await fetch(`${shop.origin}/${file}`)).text();
    const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    // A language that some browsers lack brings its names of months and weekdays.
    const { 'calendar.names': _, ...messages } = module.default;
    Object.assign(served, messages);
  });
  return served;
}

describe.each(locales)('in %s (UI-3)', (locale) => {
  const text = { ...messagesOf('en-US'), ...messagesOf(locale) };

  test('the shop serves every message, with the sentence of every problem', async () => {
    const served = await servedMessages(locale);
    expect(Object.keys(served).toSorted()).toEqual(Object.keys(text).toSorted());
    const texts = Object.entries(served).filter(([, message]) => typeof message === 'string');
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(texts.map(([id]) => [id, text[id]])));
    const codes = Object.keys(problems).map((code) => `problem.${code}`);
    expect(codes.filter((id) => !served[id])).toEqual([]);
  });

  test('a refused form without scripts has the sentence of its problem', async () => {
    const response = await fetch(`${shop.origin}/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: `${locale}@example.org`, password: 'wrong password' }),
      headers: { cookie: `fynbos-locale=${locale}`, 'x-forwarded-for': nextClientIp() },
    });
    const [, sentence] = /role="alert"[^>]*><p[^>]*>([^<]*)</.exec(await response.text()) ?? [];
    expect(sentence).toBe(text['problem.login_failed']);
  });
});
