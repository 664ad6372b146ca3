import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { administerIn } from '@fynbos/test-kit/processes/cli-command.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribe } from '../../accounts/newsletter/newsletter-service.ts';
import { importInto } from '../../catalogue/import/import.ts';
import { openLimits } from '../../platform/rate-limit/open-rate-limits.ts';
import { createReview } from '../../reviews/review-service.ts';

let shop: FreshDatabase;
let reviewId: number;

beforeAll(async () => {
  shop = await freshDatabase();
  await withFiles({ 'products.csv': 'sku,name,price\nOATS,Rolled oats,30\n' }, (folder) =>
    importInto(shop.db, folder),
  );
  const { id: product_id } = await shop.db.selectFrom('product').select('id').executeTakeFirstOrThrow();
  const now = () => new Date('2026-11-20T08:00:00Z');
  const surroundings = { db: shop.db, now, limits: openLimits({ db: shop.db, now }) };
  const draft = { product_id, title: 'Good', detail: 'Two\nlines', nickname: 'Thandi', rating: 4 };
  const review = await createReview(surroundings, draft, { id: undefined, ip: '127.0.0.1' });
  reviewId = review.id;
  const newsletter = { ...surroundings, shopUrl: 'https://shop.example' };
  await subscribe(newsletter, { email: 'Lerato@example.com' }, { customer: undefined, ip: '127.0.0.1' });
});
afterAll(() => shop.drop());

/** `admin.test.ts` runs the command as a separate process. */
const run = (...args: string[]) =>
  administerIn({ db: shop.db, env: { ...process.env, PUBLIC_URL: 'https://shop.example' } }, args);

test('reviews list shows a pending review, which is read, approved and then rejected (PDP-7)', async () => {
  const id = String(reviewId);
  expect((await run('reviews', 'list')).out).toBe(`${id}  ****   Thandi: Good\n1 waiting\n`);
  const shown = (await run('reviews', 'show', id)).out;
  expect(shown).toMatch(/pending {2}\*{4} {3}2026-11-20T08:00/);
  expect(shown).toContain('product   OATS  Rolled oats\nby        Thandi, a guest\n');
  expect(shown).toContain('title     Good\n          Two\n          lines\n');
  expect((await run('reviews', 'approve', id)).out).toBe(`Review ${id} is approved now.\n`);
  expect((await run('reviews', 'approve', id)).out).toBe(`Review ${id} was approved already.\n`);
  expect((await run('reviews', 'list')).out).toBe('0 waiting\n');
  expect((await run('reviews', 'reject', id)).out).toBe(`Review ${id} is rejected now.\n`);
});

test('newsletter lists addresses by state and shows one with its coupon (ACC-5)', async () => {
  expect((await run('newsletter', 'list')).out).toBe('0 subscribed\n');
  expect((await run('newsletter', 'list', 'pending')).out).toMatch(
    /^lerato@example\.com {2}.*\n1 pending\n$/,
  );
  expect((await run('newsletter', 'show', 'lerato@example.com')).out).toMatch(
    /pending since .*\ncoupon {4}none\n/,
  );
});

test.each([
  [['reviews', 'show', '4711'], 'There is no review 4711.'],
  [['reviews', 'approve', 'x'], 'npm run admin -- reviews approve ID'],
  [['reviews', 'approve'], 'Expected 1 argument, got 0: npm run admin -- reviews approve ID'],
  [['newsletter', 'show', 'a@b.c'], 'There is no newsletter subscription for a@b.c.'],
  [['newsletter', 'list', 'all'], 'npm run admin -- newsletter list [pending|subscribed|unsubscribed]'],
])('reports invalid arguments %j with one sentence', async (args, sentence) => {
  const { code, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 1, err: `${sentence}\n` });
});

test('stores are listed and shown, and one is removed (STORE-1)', async () => {
  const stores =
    'code,name,street,city,region_code,postcode,latitude,longitude,hours,services\n' +
    'CPT,Claremont,18 Suikerbossie Street,Cape Town,ZA-WC,7708,-33.98,18.46,Mo-Fr 08:00-19:00,delivery|collect\n';
  await withFiles({ 'stores.csv': stores }, (folder) => importInto(shop.db, folder));
  expect((await run('stores', 'list')).out).toBe('CPT      Claremont, Cape Town\n1 store\n');
  expect((await run('stores', 'show', 'CPT')).out).toContain('ZA-WC  7708  (-33.98, 18.46)\nno telephone\n');
  expect((await run('stores', 'remove', 'CPT')).out).toBe('The store CPT is closed.\n');
  expect((await run('stores', 'remove', 'CPT')).err).toContain('Store not found.');
  expect((await run('stores', 'list')).out).toBe('0 stores\n');
});
