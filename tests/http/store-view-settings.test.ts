import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './customers.ts';

/** What a store view has of its own: titles, banners and the format of dates (spec accounts 3 and 9). */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.close());

const read = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(shop.origin + path, { headers })).text();
const titleOf = (html: string) => /<title>([^<]*)</.exec(html)?.[1];
const descriptionOf = (html: string) => /<meta name="description" content="([^"]*)"/.exec(html)?.[1];

test('the home page and pages without a description have the title and description of their store view', async () => {
  const seen = [];
  for (const prefix of ['', '/de', '/it']) {
    const [home, search] = [await read(prefix || '/'), await read(`${prefix}/search`)];
    seen.push({ title: titleOf(home), description: descriptionOf(home), search: descriptionOf(search) });
  }
  const german =
    'Südafrikanische Lebensmittel und Gesundheitsprodukte, nach Deutschland geliefert, zu Preisen in Euro.';
  const italian =
    'Alimentari e prodotti per la salute dal Sudafrica, consegnati in Italia, con prezzi in euro.';
  const main = 'Groceries and health products from South Africa, with clear prices and live stock.';
  expect(seen).toEqual([
    { title: 'Fynbos – Groceries and health, delivered in South Africa', description: main, search: main },
    {
      title: 'Fynbos Deutschland – Lebensmittel und Gesundheit aus Südafrika',
      description: german,
      search: german,
    },
    { title: 'Fynbos Italia – spesa e salute dal Sudafrica', description: italian, search: italian },
  ]);
});

test('a reader of another language than that of the store view gets the texts of the shop', async () => {
  const html = await read('/de', { cookie: 'fynbos-locale=fr-FR' });
  expect(html).toContain('<html lang="fr-FR"');
  expect(titleOf(html)).toMatch(/^Fynbos – /);
});

test('a category without a picture of its own or above it has the head of its store view', async () => {
  await shop.db.updateTable('category').set({ image: '' }).where('url_path', '=', 'pets').execute();
  await announceChange(shop.db, 'all');
  await expect.poll(() => read('/pets')).toContain('/img/1200/480/resize/heads/pantry.svg');
  await expect.poll(() => read('/de/pets')).toContain('/img/1200/480/resize/heads/health-products.svg');
  expect(await read('/pantry/rice-pasta')).toContain('/img/1200/480/resize/heads/pantry.svg');
});

test('the specials page shows the promoted specials of its store view', async () => {
  expect(await read('/sale')).toContain('/img/720/720/resize/banners/braai-narrow.svg');
  const german = await read('/de/sale');
  expect(german).toContain('/img/720/720/resize/banners/health-narrow.svg');
  expect(german).not.toContain('/banners/braai');
});

test('reviews and orders have dates in the format of the store view', async () => {
  const { id } = await shop.db
    .selectFrom('product')
    .select('id')
    .where('sku', '=', 'PNM-MEALIERICE')
    .executeTakeFirstOrThrow();
  const review = { title: 'Good', detail: 'Good.', nickname: 'Thandi', rating: 5, review_status: 1 };
  const created_at = new Date('2026-03-05T23:05:00Z');
  await shop.db
    .insertInto('review')
    .values({ ...review, product_id: id, customer_id: null, locale: 'en-US', store_code: '', created_at })
    .execute();
  expect(await read('/mealie-rice-1-kg')).toContain('>March 6, 2026</time>');
  expect(await read('/de/mealie-rice-1-kg')).toContain('>01:05 6-3-2026</time>');

  const token = await send(shop, '/api/cart/create', {});
  const headers = { 'x-cart-token': token };
  await send(shop, '/api/cart/update', { cartItem: { sku: 'FSH-PILCHARD', qty: 1 } }, headers);
  const order = orderFor({ 'FSH-PILCHARD': 1 }, { email: 'thandi@example.co.za' });
  Object.assign(order.addressInformation, {
    shipping_carrier_code: 'courier',
    shipping_method_code: 'door',
  });
  const { orderNumber } = await send<{ orderNumber: string }>(shop, '/api/order', order, headers);
  const track = async (prefix: string) =>
    (
      await fetch(`${shop.origin}${prefix}/order-tracking`, {
        method: 'POST',
        body: new URLSearchParams({ orderNumber, email: 'thandi@example.co.za' }),
      })
    ).text();
  expect(await track('')).toMatch(/Ordered on \w+ \d{1,2}, \d{4}/);
  expect(await track('/de')).toMatch(/Bestellt am \d\d:\d\d \d{1,2}-\d{1,2}-\d{4}/);
});

test.each([
  ['/sale', 'specials-section', 'content-view'],
  ['/contact', 'contact-section', 'content-view'],
  ['/sunday-tea-table', 'options', 'product'],
  ['/pantry', 'category-view'],
])('the page %s announces the code of its parts', async (path, ...parts) => {
  const { headers } = await fetch(shop.origin + path);
  for (const part of parts)
    expect(headers.get('link')).toMatch(new RegExp(`/assets/${part}(\\.lazy)?-[\\w-]{8}\\.js`));
});
