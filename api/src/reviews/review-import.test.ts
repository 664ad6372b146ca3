import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { demoDatabase, type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../shop-import.ts';
import { approvedReviews } from './review-service.ts';
import { saveReviewStatus } from './review-store.ts';

const products = 'sku,type_id,name,price_incl_tax\nOATS,simple,Oats,40.00\n';
const header = 'sku,nickname,rating,title,detail,created_at\n';
const review = 'OATS,Thandi,4,Lekker,Creamy and quick.,2026-05-01 08:00:00\n';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());
const load = (rows: string) =>
  withFiles({ 'products.csv': products, 'reviews.csv': header + rows }, (folder) =>
    importShop(shop.db, folder),
  );

describe('reviews.csv', () => {
  test('adds approved reviews by guests once, and leaves a rejected one rejected', async () => {
    expect(await load(review)).toMatchObject({ ok: true, parts: { reviews: 1 } });
    const [added] = await approvedReviews(shop.db, undefined);
    expect(added).toMatchObject({ nickname: 'Thandi', rating: 4, title: 'Lekker', review_type: 'Guest' });
    await saveReviewStatus(shop.db, added!, 3);
    expect(await load(review)).toMatchObject({ ok: true, parts: { reviews: 0 } });
    expect(await approvedReviews(shop.db, undefined)).toEqual([]);
  });

  test('with an unknown product, stars or control characters is refused and changes nothing', async () => {
    const report = await load('NONE,Sipho,6,Good\u0007,,\n');
    expect(report.ok).toBe(false);
    expect(report.problems.map(({ column }) => column).sort()).toEqual(['detail', 'rating', 'sku', 'title']);
    expect(await approvedReviews(shop.db, undefined)).toEqual([]);
  });

  test('of the demo shop covers about a quarter of its products, with two to twelve reviews each; a second import adds none', async () => {
    const demo = await demoDatabase();
    const rows = await demo.db.selectFrom('review').select(['product_id', 'rating']).execute();
    const counts = [...Map.groupBy(rows, ({ product_id }) => product_id).values()].map(
      ({ length }) => length,
    );
    expect([counts.length > 250, Math.min(...counts), Math.max(...counts) <= 12]).toEqual([true, 2, true]);
    expect(new Set(rows.map(({ rating }) => rating))).toEqual(new Set([2, 3, 4, 5]));
    expect(await importShop(demo.db, demoFolder)).toMatchObject({ ok: true, parts: { reviews: 0 } });
    await demo.drop();
  });
});
