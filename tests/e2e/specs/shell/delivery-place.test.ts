import { expectAccessible } from '../../fixtures/axe.ts';
import { phone, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { field, main, openCheckout, personal, putInCart } from '../../pages/checkout.ts';

const our = openDemo({ pictures: false });

test('the shopper names a place once, and strip and product pages promise a delivery there (D62)', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, { viewport: phone });
  expectConsoleError(/404/);
  await page.goto('/');
  const strip = page.getByRole('complementary', { name: 'Delivery' });
  const height = (await strip.boundingBox())?.height;
  await strip.getByRole('button', { name: 'Where do we deliver?' }).click();
  const panel = page.getByRole('dialog', { name: 'Where do we deliver?' });
  const field = panel.getByLabel('Postal code or town');
  const show = panel.getByRole('button', { name: 'Show delivery' });
  await show.click();
  await expect(panel.getByRole('alert')).toHaveText('Enter a postal code or a town.');
  await field.fill('Nowhereville');
  await show.click();
  await expect(panel.getByRole('alert')).toContainText('We don’t know this place.');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('Knysna');
  await field.press('Enter');
  await expect(panel).toBeHidden();
  await expect(strip.getByRole('button')).toContainText(/6570 Knysna: Door courier · .*R60/);
  expect((await strip.boundingBox())?.height).toBe(height);

  await page.goto('/golden-delicious-apples-1-5-kg');
  const promise = page.locator('main').getByRole('button', { name: /R60|Collect/ });
  await expect(promise).toContainText(/Door courier · .+ · R60.* · free from R650/);
  await page.goto('/fresh-low-fat-milk');
  await expect(promise).toContainText('Collect at Fynbos Knysna');
  await expectAccessible(page);

  // The courier that becomes free does not carry milk.
  for (const [product, lines] of [
    ['golden-delicious-apples-1-5-kg', 1],
    ['fresh-low-fat-milk', 0],
  ] as const) {
    await putInCart(page, product);
    await page.goto('/cart');
    await page.locator('main').getByRole('link', { name: 'Proceed to checkout' }).first().waitFor();
    await expect(page.locator('main').getByText('more for free delivery')).toHaveCount(lines);
  }
  const summary = page.locator('#summary');
  await expect(summary).toContainText(/Delivery to 6570.*Collect at Fynbos Knysna.*Estimated total/s);
  await expectAccessible(page);
  await page.goto('/fresh-low-fat-milk');

  await strip.getByRole('button').click();
  await panel.getByRole('button', { name: 'Forget this place' }).click();
  await expect(page.locator('main').getByRole('button', { name: 'Estimate delivery' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('delivery-place'))).toBeNull();
});

test('a cart asks for the place, and shows delivery day and fee for its goods until a method is chosen', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone });
  await putInCart(page, 'golden-delicious-apples-1-5-kg');
  await page.goto('/cart');
  const summary = page.locator('#summary');
  await summary.getByRole('button', { name: 'Add your postal code to see delivery date and fee' }).click();
  const panel = page.getByRole('dialog', { name: 'Where do we deliver?' });
  await panel.getByLabel('Postal code or town').fill('8001');
  await panel.getByRole('button', { name: 'Show delivery' }).click();
  await expect(panel).toBeHidden();
  await expect(summary).toContainText(/Delivery to 8001.*Door courier.*R49\.00 · .*Pick-up locker.*R60\.00/s);
  // The checkout begins with the same sum.
  const total = /Estimated total.*?(R[\d.]+)/s.exec(await summary.innerText())?.[1];
  await openCheckout(page);
  const order = main(page).locator('details').filter({ hasText: 'Your order' });
  await expect(order).toContainText(`Estimated total ${total}`);
  await order.getByText('Your order').click();
  await expect(order).toContainText(/Delivery to 8001.*Door courier.*R60\.00/s);
  await expectAccessible(page);
  await page.goto('/cart');
  await page
    .locator('main')
    .getByRole('textbox', { name: /^Quantity: Golden/ })
    .fill('20');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await expect(summary).toContainText('Free delivery: Door courier');
  await expect(summary).toContainText(/Delivery to 8001.*Door courier.*Free/s);
  await summary.getByText('Delivery methods').click();
  await summary.getByRole('radio', { name: /Door courier/ }).check();
  await expect(summary).toContainText(/Delivery[^R]*Door courier[^R]*Free/);
  await expect(summary).not.toContainText('Estimated total');
});

test('with goods in the cart the strip names the place alone, which becomes that of the order’s address', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone });
  await page.goto('/fresh-low-fat-milk');
  const strip = page.getByRole('complementary', { name: 'Delivery' });
  await strip.getByRole('button').click();
  const panel = page.getByRole('dialog', { name: 'Where do we deliver?' });
  await panel.getByLabel('Postal code or town').fill('6570');
  await panel.getByRole('button', { name: 'Show delivery' }).click();
  await expect(panel).toBeHidden();
  await expect(strip.getByRole('button')).toContainText('6570 Knysna: Door courier');
  // This courier does not carry milk.
  await putInCart(page, 'fresh-low-fat-milk');
  await expect(strip.getByRole('button')).toHaveText('Delivery to 6570 Knysna');
  await openCheckout(page);
  await personal(page, 'thandi@example.com');
  await field(page, 'Street and number').fill('12 Long Street');
  await field(page, 'Postal code').fill('8001');
  await field(page, 'City or town').fill('Cape Town');
  await field(page, 'Province').selectOption('ZA-WC');
  await field(page, 'Telephone').fill('082 123 4567');
  await main(page)
    .getByRole('radio', { name: /Express courier/ })
    .check();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**#payment');
  // Leaving the page would abort the request for the place.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('delivery-place'))).toContain('"8001"');
  await page.goto('/');
  await expect(strip.getByRole('button')).toHaveText(/^Delivery to 8001/);
});

test('cold goods that no courier brings are collected at the promised store, within the checkout', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone });
  await putInCart(page, 'fresh-low-fat-milk');
  await page.goto('/cart');
  await page.locator('#summary').getByRole('button', { name: 'Add your postal code' }).click();
  const panel = page.getByRole('dialog', { name: 'Where do we deliver?' });
  await panel.getByLabel('Postal code or town').fill('6570');
  await panel.getByRole('button', { name: 'Show delivery' }).click();
  await expect(panel).toBeHidden();
  await openCheckout(page);
  await personal(page, 'thandi@example.com');
  await expect(main(page).getByRole('radio', { name: 'Collect at Fynbos Knysna' })).toBeChecked();
  await expectAccessible(page);
  await field(page, 'Street and number').fill('5 Main Road');
  await field(page, 'Telephone').fill('082 123 4567');
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**#payment');
  await expect(main(page).locator('#shipping')).toContainText('Collect at Fynbos Knysna');
});

test('from a checkout without a store nearby, the store page sorts by the known place and leads back', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone });
  await putInCart(page, 'fresh-low-fat-milk');
  await openCheckout(page);
  await personal(page, 'thandi@example.com');
  await field(page, 'Postal code').fill('8800');
  await main(page).getByRole('link', { name: 'Choose a store to collect there' }).click();
  await expect(page.getByText('Nearest to Upington first')).toBeVisible();
  await expect(page.getByLabel('Town or postal code')).toHaveValue('8800');
  const first = page.locator('[data-store]').first();
  const name = await first.getByRole('heading').innerText();
  await first.getByRole('button', { name: 'Choose this store' }).click();
  await page.waitForURL('**/checkout#shipping');
  await expect(main(page).getByRole('radio', { name: `Collect at ${name}` })).toBeChecked();
});

test('without scripts the strip leads to the page about delivery', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('complementary', { name: 'Delivery' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/shipping-delivery$/);
});
