import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { phone, visit } from './browser.ts';
import { openDemo } from './opened.ts';

/** What a page may fetch before the first interaction, in bytes of JavaScript as gzip sends it. */
const limit = 140_000;

const our = openDemo();

test.each(['/', '/pantry', '/rooibos-tea', '/search?q=tea', '/fruit-bowl-nowhere'])(
  'a page that is only read fetches little: %s, in its heaviest language',
  async (path) => {
    const {
      page,
      close,
      expectConsoleError: expectFault,
    } = await visit(our.browser, our.shop.origin, {
      viewport: phone,
      locale: 'ru-RU',
    });
    expectFault(/404/);
    // What a page fetches some seconds after it came to rest is behind it; a busy machine may come there before its last file.
    await page.addInitScript(() => {
      const wait = window.setTimeout.bind(window);
      window.setTimeout = ((run: TimerHandler, milliseconds = 0, ...given: unknown[]) =>
        milliseconds < 4000 ? wait(run, milliseconds, ...given) : 0) as typeof window.setTimeout;
      // Chromium itself moves a pointer to the corner of a new page; a script that is there by then takes it for somebody.
      window.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    const scripts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (!response.url().includes('/assets/') || !/\.js$/.test(new URL(response.url()).pathname)) return;
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(scripts.values());
    const named = [...scripts.keys()].map((url, index) => `${sizes[index]} ${url.split('/').at(-1)}`);
    const sum = sizes.reduce((total, size) => total + size, 0);
    // In one line: of a test that passed when it was tried again the first line is all that is kept.
    expect(sum, `${sum}: ${named.join(', ')}`).toBeLessThanOrEqual(limit);
    await close();
  },
);
