import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import type { Page } from 'playwright-core';
import { hydrated, openBrowser, phone } from '../e2e/browser.ts';
import { startChild } from './child.ts';
import type { Figure } from './figure.ts';
import { writeCatalogue } from './generated.ts';

const typed = [
  'golden oats',
  'smoky biltong',
  'crunchy peach',
  'rooibos',
  'organic milk',
  'sweet chilli',
  'mealie',
  'choclate',
];

/** From the browser's time of a key to the frame in which what it finds is drawn; without a network, so that nobody else answers. */
export async function keysInBrowser(count: number): Promise<Figure> {
  const { folder, remove } = await temporaryFolder();
  const catalogue = join(folder, 'catalogue');
  await writeCatalogue(catalogue, count);
  const shop = await startChild('page-server.ts', { folder, catalogue, cache: false });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({
      ...{ baseURL: `http://127.0.0.1:${shop.port}`, viewport: phone, locale: 'en-US' },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('banner').getByText('What are you looking for?').click();
    await page.getByRole('button', { name: /Keep the whole shop/ }).click();
    await page.getByText('kept on this device:').waitFor({ timeout: 120_000 });
    await context.setOffline(true);
    await keyTimes(page, typed.slice(0, 2));
    const times = (await keyTimes(page, typed)).toSorted((one, other) => one - other);
    const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]!.toFixed(1)} ms`;
    return {
      what: `${count.toLocaleString('en')} made up: a key in a browser, to the drawn list`,
      ours: `p50 ${at(0.5)}, p99 ${at(0.99)}`,
      aim: '< 16 ms to be found',
      note: `${times.length} keys that changed the list, one frame of drawing included`,
    };
  } finally {
    await browser.close();
    await shop.stop();
    await remove();
  }
}

async function keyTimes(page: Page, texts: readonly string[]): Promise<number[]> {
  const field = page.getByRole('combobox', { name: /^search/i });
  const times: number[] = [];
  for (const text of texts) {
    await field.fill('');
    for (const [at, letter] of [...text].entries()) {
      if (at < 2) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      else times.push(...(await timeOfKey(page, letter)));
    }
  }
  return times;
}

/** Presses a key; in milliseconds, until the frame after the list has changed. Nothing where it stays as it is. */
async function timeOfKey(page: Page, letter: string): Promise<number[]> {
  const changed = page.evaluate(
    () =>
      new Promise<number | undefined>((done) => {
        let pressed = performance.now();
        addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
        const list = document.querySelector('[role=listbox]')!;
        const none = setTimeout(() => end(undefined), 400);
        const watch = new MutationObserver(() => {
          if (list.children.length === 0) return;
          watch.disconnect();
          clearTimeout(none);
          requestAnimationFrame(() => setTimeout(() => end(performance.now() - pressed)));
        });
        const end = (time: number | undefined) => {
          watch.disconnect();
          done(time);
        };
        watch.observe(list, { subtree: true, childList: true, characterData: true });
      }),
  );
  const [time] = await Promise.all([changed, page.keyboard.press(letter === ' ' ? 'Space' : letter)]);
  return time === undefined ? [] : [time];
}
