import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLong, isShortened } from '@fynbos/test-kit/stress-mode.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../e2e/fixtures/chromium.ts';
import { type DevProcess, startDev } from './dev-process.ts';

/** `npm run dev`, whose sources the tests change. */

const footer = 'storefront/app/shell/footer.tsx';
const form = 'storefront/app/stores/components/location-form.tsx';
const locator = 'storefront/app/stores/store-locator-page.tsx';
const messages = 'storefront/app/platform/i18n/locales/stores/en-US.json';

let dev: DevProcess;

beforeAll(async () => {
  dev = await startDev();
});

afterAll(() => dev.stop());

test('npm run dev serves pages from the sources, with a policy that allows inline styles and no other scripts', async () => {
  const page = await fetch(dev.origin);
  expect(page.status, dev.output()).toBe(200);
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toMatch(/style-src 'self' 'unsafe-inline';/);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=')+;/);
  expect(await page.text()).toContain('/app/entry.client.tsx');
  const client = await fetch(`${dev.origin}/@vite/client`);
  expect(client.headers.get('content-type')).toContain('javascript');
  expect((await fetch(`${dev.origin}/service-worker.js`)).status).toBe(404);
});

/** An open page; in full size the times of changes are limits, otherwise they are only printed. */
describe('an open page', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
    page = await browser.newPage({ locale: 'en-US' });
    await page.goto(`${dev.origin}/storelocator`);
    await enterUnknownPlace(page);
  });

  afterAll(() => browser.close());

  test('shows a changed component within a second, with its state kept', async () => {
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await measured('a component', 1000, async () => {
      await dev.change(form, 'role="alert"', 'role="alert" data-changed="yes"');
      await page.locator('[role=alert][data-changed]').waitFor();
    });
    expect(await page.locator('[role=alert][data-changed]').innerText()).toContain('Nowhere');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  test('shows a changed style at once', async () => {
    await measured('a style', 1000, async () => {
      await dev.change('storefront/app/app.css', '--page: #fffdf8', '--page: #010203');
      await page.waitForFunction(
        () => getComputedStyle(document.documentElement).getPropertyValue('--page').trim() === '#010203',
      );
    });
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  test('shows the data of a changed loader', async () => {
    const cards = page.locator('main ul > li');
    expect(await cards.count()).toBeGreaterThan(1);
    await measured('a loader', 2000, async () => {
      await dev.change(locator, "kind: 'stores', stores, typed", "kind: 'stores', stores: [], typed");
      await page.getByText('There are no stores yet').waitFor();
    });
    await dev.change(locator, "kind: 'stores', stores: [], typed", "kind: 'stores', stores, typed");
    await cards.nth(1).waitFor();
  });

  test('shows a changed message', async () => {
    await measured('a message', 1000, async () => {
      await dev.change(messages, '"Find stores"', '"Look for stores"');
      await page.getByRole('button', { name: 'Look for stores' }).waitFor();
    });
  });

  test('shows the place of an error in the sources, as the terminal does', async () => {
    const printed = dev.output().length;
    await dev.change(form, 'const id = useId();', 'const id = = useId();');
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor({ state: 'attached' });
    const lines = (await dev.read(form)).split('\n');
    const line = lines.findIndex((text) => text.includes('= = useId')) + 1;
    const shown = await overlay.evaluate((element) => element.shadowRoot!.textContent);
    expect(shown).toMatch(new RegExp(`location-form\\.tsx:${line}:|${line} \\|`));
    await dev.printed('location-form.tsx', printed);
    await dev.change(form, 'const id = = useId();', 'const id = useId();');
    await overlay.waitFor({ state: 'detached' });
  });
});

test('a changed component is sent to open pages, and new pages contain it', async () => {
  const updates = await openUpdates();
  // A page that uses the component.
  await (await fetch(`${dev.origin}/app/shell/footer.tsx`)).text();
  await dev.change(footer, '<footer ', '<footer data-changed="yes" ');
  await expect.poll(() => updates.paths).toContain('/app/shell/footer.tsx');
  await expect.poll(readPage).toContain('<footer data-changed="yes" ');
  updates.close();
});

test('a changed message is on the next page', async () => {
  await dev.change(
    'storefront/app/platform/i18n/locales/shop/en-US.json',
    'Skip to content',
    'Skip the menu',
  );
  await expect.poll(readPage).toContain('Skip the menu');
});

test('a changed API file restarts the API but not the database; requests wait for the restart', async () => {
  const database = await postmaster();
  await measured('an API route', 2000, async () => {
    await changeApi('name: config.sellerName', "name: 'Changed'");
    expect((await (await fetchSeller()).json()).result.name).toBe('Changed');
  });
  expect(await postmaster()).toBe(database);
});

test('an API that cannot start is reported to requests, and starts again after the next change', async () => {
  await changeApi("name: 'Changed'", 'name: :');
  expect((await fetchSeller()).status).toBe(502);
  await changeApi('name: :', "name: 'Repaired'");
  expect((await fetchSeller()).status).toBe(200);
});

test('SIGTERM ends npm run dev, its API and its database cleanly', async () => {
  const database = await postmaster();
  dev.child.kill('SIGTERM');
  const [code] = await once(dev.child, 'exit');
  expect(code).toBe(0);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
});

async function measured(change: string, limitMs: number, act: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await act();
  const ms = performance.now() - begin;
  console.log(`npm run dev: ${change} took ${Math.round(ms)} ms.`);
  if (isLong && !isShortened) expect(ms).toBeLessThan(limitMs);
}

/** Brings the form into a state: it does not know the place. */
async function enterUnknownPlace(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await page.locator('main input[name=near]').fill('Nowhere');
  await page.locator('main form button[type=submit]').click();
  await page.getByRole('alert').filter({ hasText: 'Nowhere' }).waitFor();
}

/** Changes a source of the API, and waits until the restart has begun. */
async function changeApi(from: string, to: string): Promise<void> {
  const before = dev.output().length;
  await dev.change('api/src/operations/routes.ts', from, to);
  await dev.printed('api/src/operations/routes.ts changed: the API restarts.', before);
}

/** The updates that an open page receives. */
async function openUpdates(): Promise<{ paths: string[]; close(): void }> {
  const client = await (await fetch(`${dev.origin}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)![1];
  const socket = new WebSocket(`${dev.origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const paths: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { updates = [] } = JSON.parse(data) as { updates?: { path: string }[] };
    paths.push(...updates.map(({ path }) => path));
  });
  await once(socket, 'open');
  return { paths, close: () => socket.close() };
}

const fetchSeller = () => fetch(`${dev.origin}/api/seller`);
const readPage = async () => (await fetch(dev.origin)).text();
const postmaster = async () =>
  Number((await readFile(join(dev.data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
