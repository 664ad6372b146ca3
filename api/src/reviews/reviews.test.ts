import { summariseRatings } from '@fynbos/core/content/review.ts';
import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moderationOf } from '../cli/commands/reviews.ts';
import { readConfig } from '../config/config.ts';
import { listenTo } from '../platform/database/connection/notification-listener.ts';
import { viewUrlsOf } from '../platform/http/store-view-urls.ts';
import { decideReview, type Moderation } from './review-moderation-service.ts';

/** Reviews over HTTP (PDP-7, wire contract 1.8 and 2.8, spec D37). */

const hour = 60 * 60 * 1000;
let now = new Date('2026-11-20T08:00:00Z').getTime();
let mail: TestMail;
let shop: TestShop;
let moderation: Moderation;
let products: { id: number; name: string; url_path: string; sku: string }[];

beforeAll(async () => {
  mail = await openTestMail();
  const settings = {
    ...behindProxy,
    SMTP_URL: mail.smtpUrl,
    MULTISTORE: 'on',
    PUBLIC_URL: 'https://shop.example',
  };
  const rows = Array.from({ length: 20 }, (_, index) => `TEA-${index},Tea ${index},20.00,standard\n`);
  const files = { 'products.csv': `sku,name,price_incl_tax,tax_class\n${rows.join('')}` };
  shop = await openSmallShop(files, settings, () => new Date(now));
  moderation = moderationOf(shop.db, viewUrlsOf(readConfig(settings)));
  const results = await search('product', { size: 20, includeFields: ['id', 'name', 'url_path', 'sku'] });
  products = results.items;
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const search = async (entity: string, body: object) =>
  (await shop.post(`/api/catalog/fynbos/${entity}/_search`, body)).body;
const reviewsOf = (product_id: number, more: object = {}) =>
  search('review', { _appliedFilters: [{ attribute: 'product_id', value: { eq: product_id } }], ...more });

const draft = (more: object = {}) => ({
  review: {
    product_id: products[0]!.id,
    title: 'Great',
    detail: 'Fresh, and it keeps.\nWould buy again.',
    nickname: 'Thandi',
    rating: 5,
    review_entity: 'product',
    review_status: 1,
    customer_id: 318,
    ...more,
  },
});
const write = (more: object = {}, from = freshAddress()) =>
  shop.post('/api/review/create', draft(more), { 'x-forwarded-for': from });
const approve = (id: number) => decideReview(moderation, id, 1);

describe('a review (PDP-7)', () => {
  test('is pending until approved, whatever status and author the client sends', async () => {
    const { status, body } = await write();
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ review_status: 2, customer_id: null, rating: 5, nickname: 'Thandi' });
    const { id, product_id } = body.result;
    expect(await reviewsOf(product_id)).toMatchObject({ items: [], total: 0 });
    for (const value of [2, { eq: 2 }, { in: [1, 2, 3] }]) {
      const filters = { product_id, review_status: value };
      expect((await search('review', { filters })).items).toEqual([]);
    }
    expect(await approve(id)).toBe(true);
    expect((await reviewsOf(product_id)).items).toEqual([
      {
        ...body.result,
        review_status: 1,
        ratings: [{ title: 'Rating', value: 5, percent: 100 }],
        review_type: 'Guest',
      },
    ]);
    expect(await approve(id), 'the review is already approved').toBe(false);
    expect(await decideReview(moderation, id, 3)).toBe(true);
    expect((await reviewsOf(product_id)).items).toEqual([]);
  });

  test('invalidates the cached pages of its product when it is published and when it is deleted (SHELL-2)', async () => {
    const notifiedTags: string[] = [];
    const listener = listenTo({
      url: shop.url,
      channel: 'pages',
      onNotification: (tags) => void notifiedTags.push(tags),
      missed: () => {},
      log: fastify({ logger: false }).log,
    });
    await listener.ready;
    const person = await logInPerson(shop);
    const product_id = products[2]!.id;
    const { body } = await person.request('POST', '/api/review/create', draft({ product_id }));
    await approve(body.result.id);
    await expect.poll(() => notifiedTags).toEqual([`P${product_id}`]);
    await person.request('POST', '/api/user/erase', { currentPassword: 'Kettle-and-Rusks-7' });
    await expect.poll(() => notifiedTags).toEqual([`P${product_id}`, `P${product_id}`]);
    await listener.stop();
  });

  test('counts in the rating of the product document as soon as it is published, and until it is rejected or erased', async () => {
    const { id: product_id, sku } = products[8]!;
    const rating = async () => {
      const { items } = await search('product', { filters: { sku }, includeFields: ['rating_summary'] });
      return items[0].rating_summary;
    };
    expect(await rating()).toBeUndefined();
    const person = await logInPerson(shop);
    const own = await person.request('POST', '/api/review/create', draft({ product_id, rating: 3 }));
    const guests = [await write({ product_id, rating: 5 }), await write({ product_id, rating: 5 })];
    const unrated = await write({ product_id, rating: undefined });
    const ids = [own, ...guests, unrated].map(({ body }) => body.result.id);
    for (const id of ids) await approve(id);
    await expect.poll(rating).toEqual({ average: 4.3, count: 3 });
    await decideReview(moderation, ids[1], 3);
    await expect.poll(rating).toEqual({ average: 4, count: 2 });
    await person.request('POST', '/api/user/erase', { currentPassword: 'Kettle-and-Rusks-7' });
    await expect.poll(rating).toEqual({ average: 5, count: 1 });
    await decideReview(moderation, ids[2], 3);
    await expect.poll(rating).toBeUndefined();
  });

  test('may have no rating and then does not count in the average (spec D37)', async () => {
    const product_id = products[7]!.id;
    const { status, body } = await write({ product_id, rating: undefined });
    expect([status, body.result.rating, body.result.ratings]).toEqual([200, 0, []]);
    const rated = await write({ product_id, rating: 4 });
    for (const { result } of [body, rated.body]) await approve(result.id);
    const results = await reviewsOf(product_id);
    expect(results.total).toBe(2);
    expect(summariseRatings(results.aggregations.agg_terms_rating.buckets)).toEqual({ average: 4, count: 1 });
  });

  test('is found by the query of old clients: approved, by product, newest first, with excludeFields applied', async () => {
    const product_id = products[1]!.id;
    const written: number[] = [];
    for (const rating of [5, 4, 4, 1]) {
      now += hour;
      written.push((await write({ product_id, rating })).body.result.id);
    }
    for (const id of written) await approve(id);
    const _appliedFilters = [
      { attribute: 'product_id', value: { eq: product_id } },
      { attribute: 'review_status', value: { eq: 1 } },
    ];
    const excludeFields = ['review_entity', 'review_status'];
    const results = await search('review', { _appliedFilters, size: 3, excludeFields });
    expect(results).toMatchObject({ total: 4, perPage: 3, start: 0 });
    expect(results.items.map(({ id }: { id: number }) => id)).toEqual(written.toReversed().slice(0, 3));
    expect(results.items[0]).not.toHaveProperty('review_status');
    const stars = results.aggregations.agg_terms_rating.buckets;
    expect(summariseRatings(stars)).toEqual({ average: 3.5, count: 4 });
    expect((await reviewsOf(product_id)).perPage).toBe(50);
    const request = encodeURIComponent(JSON.stringify({ _appliedFilters }));
    const byGet = await shop.get(`/api/catalog/fynbos/review/_search?request=${request}`);
    expect(byGet.body.total).toBe(4);
  });

  test('shows its author to no other client; its author sees all own reviews with their status', async () => {
    const person = await logInPerson(shop);
    const product = products[2]!;
    const created = await person.request('POST', '/api/review/create', draft({ product_id: product.id }));
    expect(created.body.result).toMatchObject({ customer_id: person.id, review_status: 2 });
    const customerReviews = async () => (await person.request('GET', '/api/review/mine')).body.result;
    expect(await customerReviews()).toMatchObject([
      { id: created.body.result.id, review_status: 2, product: { sku: product.sku, name: product.name } },
    ]);
    await approve(created.body.result.id);
    expect(await customerReviews()).toMatchObject([{ review_status: 1 }]);
    expect((await reviewsOf(product.id)).items).toMatchObject([
      { customer_id: null, review_type: 'Customer' },
    ]);
    const published = await mail.about('Your review is published', person.email);
    expect(published.text).toContain(`https://shop.example/${product.url_path}`);
    expect(published.text).toContain(product.name);
    expect((await shop.get('/api/review/mine')).status).toBe(401);
    const otherCustomer = await logInPerson(shop);
    expect((await otherCustomer.request('GET', '/api/review/mine')).body.result).toEqual([]);
  });

  test('sends a published mail that links to the store view it was written in', async () => {
    const person = await logInPerson(shop);
    const { id: product_id, url_path } = products[19]!;
    const { body } = await person.request('POST', '/api/review/create?storeCode=de', draft({ product_id }));
    expect(body.result).not.toHaveProperty('store_code');
    await approve(body.result.id);
    const published = await mail.about('Your review is published', person.email);
    expect(published.text).toContain(`https://shop.example/de/${url_path}`);
  });

  test('is erased with its author’s account and included in the account export', async () => {
    const person = await logInPerson(shop);
    const product_id = products[3]!.id;
    const { body } = await person.request('POST', '/api/review/create', draft({ product_id }));
    await approve(body.result.id);
    const exported = await person.request('GET', '/api/user/export');
    expect(exported.body.result.reviews).toMatchObject([{ id: body.result.id, title: 'Great' }]);
    await person.request('POST', '/api/user/erase', { currentPassword: 'Kettle-and-Rusks-7' });
    expect((await reviewsOf(product_id)).items).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    [{ product_id: 2_000_000_000 }, 404],
    [{ product_id: 0 }, 400],
    [{ product_id: 3_000_000_000 }, 400],
    [{ rating: 0 }, 400],
    [{ rating: 6 }, 400],
    [{ rating: 4.5 }, 400],
    [{ title: '' }, 400],
    [{ title: '   ' }, 400],
    [{ title: 'two\nlines' }, 400],
    [{ title: 'x'.repeat(121) }, 400],
    [{ detail: 'x'.repeat(4001) }, 400],
    [{ detail: 'a\u0000b' }, 400],
    [{ nickname: 'T\u001b[31m' }, 400],
    [{ nickname: '\u200b\u202E' }, 400],
  ])('%j is rejected', async (more, status) => {
    expect((await write(more)).status).toBe(status);
  });

  test('markup is stored as plain text', async () => {
    const product_id = products[5]!.id;
    const title = '<img src=x onerror=alert(1)>';
    const { id } = (await write({ product_id, title })).body.result;
    await approve(id);
    expect((await reviewsOf(product_id)).items).toMatchObject([{ title }]);
  });

  test('one client IP can write five reviews in a burst', async () => {
    const from = freshAddress();
    const responses = await Promise.all(Array.from({ length: 20 }, () => write({}, from)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('unusual filters find nothing and cause no error', async () => {
    for (const value of [
      { eq: 'x' },
      { eq: -1 },
      { in: [] },
      { eq: 1e300 },
      { in: ['1; drop table review'] },
    ]) {
      const filters = [{ attribute: 'product_id', value }];
      expect((await search('review', { filters })).items).toEqual([]);
    }
  });
});
