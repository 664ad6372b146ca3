import { gzipSync } from 'node:zlib';
import { hidePointer, phone, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Maximum JavaScript that a page may load before the first interaction, in bytes after gzip. */
const limit = 140_000;

const our = openDemo({ pictures: false });

for (const path of ['/', '/pantry', '/rooibos-tea', '/search?q=tea', '/fruit-bowl-nowhere'])
  test(`a page loads little JavaScript before the first interaction: ${path}, in the language with the longest texts`, async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, {
      viewport: phone,
      locale: 'ru-RU',
    });
    expectConsoleError(/404/);
    // Suppresses timers that load code seconds after the page is idle; on a busy machine they could fire
    // before the last file.
    await page.addInitScript(() => {
      const wait = window.setTimeout.bind(window);
      window.setTimeout = ((run: TimerHandler, milliseconds = 0, ...args: unknown[]) =>
        milliseconds < 4000 ? wait(run, milliseconds, ...args) : 0) as typeof window.setTimeout;
    });
    await hidePointer(page);
    const scripts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (!response.url().includes('/assets/') || !/\.js$/.test(new URL(response.url()).pathname)) return;
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    });
    // The last code that a product page loads by itself asks for the stock.
    const stock = path === '/rooibos-tea' ? page.waitForResponse(/\/api\/stock\//) : undefined;
    await page.goto(path, { waitUntil: 'networkidle' });
    await stock;
    const sizes = await Promise.all(scripts.values());
    const named = [...scripts.keys()].map((url, index) => `${sizes[index]} ${url.split('/').at(-1)}`);
    const sum = sizes.reduce((total, size) => total + size, 0);
    // On one line, because the report of a retried test contains only the first line.
    expect(sum, `${sum}: ${named.join(', ')}`).toBeLessThanOrEqual(limit);
  });
