import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../web-api.ts';

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ PRICE_TIERS: 'on' });
});
afterAll(() => shop?.close());

const pageAt = async (path: string) => (await fetch(shop.origin + path)).text();

test('the product page lists the price tiers of this visitor, without those of other groups', async () => {
  const path = '/pilchards-in-tomato-sauce-400-g';
  const tier = (customer_group_id: number, qty: number, value: number) => ({ customer_group_id, qty, value });
  const tier_prices = JSON.stringify([tier(32_000, 6, 200_000), tier(0, 12, 180_000), tier(7, 3, 101_300)]);
  const { id } = await shop.db
    .updateTable('product')
    .set({ tier_prices })
    .where('sku', '=', 'FSH-PILCHARD')
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceChange(shop.db, [id]);
  await expect.poll(() => pageAt(path)).toContain('From 6: R20.00 each');
  const page = await pageAt(path);
  expect(page).toContain('From 12: R18.00 each');
  expect(page).not.toContain('From 3:');
  expect(page).not.toContain('10.13');
});

test('a list filtered by colour links to the variant of this colour', async () => {
  const { attributes } = await shop.db
    .selectFrom('product')
    .select('attributes')
    .where('sku', '=', 'KIT-MUG-RED')
    .executeTakeFirstOrThrow();
  const page = await pageAt(`/kitchen-home/drinkware?colour=${attributes.colour}`);
  expect(page).toContain('href="/enamel-mug?childSku=KIT-MUG-RED"');
  expect(await pageAt('/kitchen-home/drinkware')).toContain('href="/enamel-mug"');
});

test('a product with errors says so on its page, and its card leads there', async () => {
  const path = '/pilchards-in-tomato-sauce-400-g';
  const button = 'aria-label="Add to cart: Pilchards in Tomato Sauce 400 g"';
  const list = '/meat-fish/tinned-fish';
  expect(await pageAt(list)).toContain(button);
  const { id } = await shop.db
    .updateTable('product')
    .set({ errors: '{"recall":"Recalled: <b>metal</b>."}', info: '{"1":"Two fillets to a tin."}' })
    .where('sku', '=', 'FSH-PILCHARD')
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceChange(shop.db, [id]);
  await expect.poll(() => pageAt(path)).toContain('Recalled: &lt;b&gt;metal&lt;/b&gt;.');
  const page = await pageAt(path);
  expect(page).toContain('<p>Two fillets to a tin.</p>');
  expect(/<button[^>]*aria-disabled="true"[^>]*>/.test(page)).toBe(true);
  const cards = await pageAt(list);
  expect(cards).not.toContain(button);
  expect(cards).toContain('aria-label="Choose options: Pilchards in Tomato Sauce 400 g"');
});

test('the page of a group shows the sum that the cart charges for its parts, with their price tiers', async () => {
  const { product_links } = await shop.db
    .selectFrom('product')
    .select('product_links')
    .where('sku', '=', 'GRP-POTJIE')
    .executeTakeFirstOrThrow();
  const [first, second, third] = product_links.map(({ linked_product_sku }) => linked_product_sku);
  const tier_prices = JSON.stringify([{ customer_group_id: 32_000, qty: 6, value: 100_000 }]);
  const changed = await shop.db
    .updateTable('product')
    .set({ tier_prices })
    .where('sku', 'in', [first!, second!])
    .returning('id')
    .execute();
  await announceChange(
    shop.db,
    changed.map(({ id }) => id),
  );
  const cart = await newCart(apiOf(shop));
  for (const [sku, qty] of [
    [first, 6],
    [second, 1],
    [third, 1],
  ])
    await cart.update({ sku, qty });
  // Six of the first part cost R11.50 each.
  await expect.poll(async () => (await cart.pull())[0]?.price_incl_tax).toBe(11.5);
  const { grand_total } = await cart.totals();
  const path = `/potjie-spice-trio?g-${first}=6`;
  await expect.poll(() => pageAt(path)).toContain(`R${grand_total.toFixed(2)}`);
});
