import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { Page } from 'playwright-core';
import { hydrated, openBrowser, phone } from '../../tests/e2e/fixtures/browser.ts';
import { writeCatalogue } from '../lib/catalogue/generated-catalogue.ts';
import type { Measurement } from '../lib/metric.ts';
import { startChild } from '../lib/servers/child-server.ts';

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

/**
 * Time from the browser's timestamp of a key to the frame with its results. The browser is offline, so the
 * offline catalogue responds alone.
 */
export async function keysInBrowser(count: number): Promise<Measurement> {
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
    await page.getByRole('button', { name: /Save the whole shop/ }).click();
    await page.getByText('saved on this device:').waitFor({ timeout: 120_000 });
    await context.setOffline(true);
    await keyTimes(page, typed.slice(0, 2));
    const times = (await keyTimes(page, typed)).toSorted((a, b) => a - b);
    const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]!.toFixed(1)} ms`;
    return {
      label: `${count.toLocaleString('en')} generated: a keystroke in a browser, until the list is drawn`,
      result: `p50 ${at(0.5)}, p99 ${at(0.99)}`,
      aim: '< 16 ms to find',
      note: `${times.length} keystrokes that changed the list, including one frame`,
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
    for (const [at, character] of [...text].entries()) {
      if (at < 2) await page.keyboard.press(character === ' ' ? 'Space' : character);
      else times.push(...(await timeOfKey(page, character)));
    }
  }
  return times;
}

/**
 * Presses a key.
 * @returns milliseconds until after the frame with the changed list; empty when it did not change
 */
async function timeOfKey(page: Page, character: string): Promise<number[]> {
  const changed = page.evaluate(
    () =>
      new Promise<number | undefined>((done) => {
        let pressed = performance.now();
        addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
        const list = document.querySelector('[role=listbox]')!;
        const none = setTimeout(() => end(undefined), 400);
        const observer = new MutationObserver(() => {
          if (list.children.length === 0) return;
          observer.disconnect();
          clearTimeout(none);
          requestAnimationFrame(() => setTimeout(() => end(performance.now() - pressed)));
        });
        const end = (time: number | undefined) => {
          observer.disconnect();
          done(time);
        };
        observer.observe(list, { subtree: true, childList: true, characterData: true });
      }),
  );
  const [time] = await Promise.all([changed, page.keyboard.press(character === ' ' ? 'Space' : character)]);
  return time === undefined ? [] : [time];
}
