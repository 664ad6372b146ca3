import { desktop, hydrated, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { main, putInCart } from '../../pages/checkout.ts';

/** The requests that a page sends to the API (spec accounts 7). */

const our = openSharedShop(undefined, { pictures: false });

test('every call has the partition key, the client and its version (SHOP-4)', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
  const calls: [URL, Record<string, string>][] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/')) calls.push([url, request.headers()]);
  });
  await putInCart(page, 'larder-oats');
  await expect
    .poll(() => calls.map(([{ pathname }]) => pathname))
    .toEqual(expect.arrayContaining(['/api/cart/create', '/api/cart/update']));
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const { host } = new URL(our.shop.origin);
  for (const [{ pathname, searchParams }, headers] of calls) {
    expect([pathname, searchParams.get('partitionKey')]).toEqual([pathname, 'za']);
    expect(searchParams.has('storeCode')).toBe(false);
    expect(headers['x-clientid']).toBe('web');
    const info = JSON.parse(decodeURIComponent(headers['x-clientinfo'] ?? ''));
    expect(info).toEqual({ version: 'v1.12.2', clientId: 'web', userAgent, host });
  }
});

test('calls go to the API address of the document, and a code in a successful response is a refusal', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, { viewport: desktop });
  // A page of a shop whose API has its own address.
  await page.route('**/newsletter', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    const text = await response.text();
    const body = text.replace('data-api=""', 'data-api="https://api.example/base"');
    await route.fulfill({ response, headers, body });
  });
  expectConsoleError(/data-api|hydrat/i);
  const origin = { 'access-control-allow-origin': our.shop.origin, 'access-control-allow-headers': '*' };
  const called: string[] = [];
  await page.route('https://api.example/**', async (route) => {
    called.push(new URL(route.request().url()).pathname);
    const json = { code: 409, result: 'Not today.', meta: { problem: 'of_tomorrow' } };
    await route.fulfill({ json, headers: { ...origin, 'access-control-allow-credentials': 'true' } });
  });
  await page.goto('/newsletter');
  await hydrated(page);
  await main(page).getByLabel('E-mail address').fill('sipho@example.co.za');
  await main(page).getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Not today.').first().waitFor();
  expect(called).toContain('/base/api/newsletter/subscribe');
});
