import { join } from 'node:path';
import { readConfig } from '@fynbos/api/config/config.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingParts } from '../../server/missing-parts.ts';

/** What `npm start` says about a shop that cannot sell yet, and the starter set (`catalogue/starter`). */
let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const trial = readConfig({});
const catalogue = join(import.meta.dirname, '../../catalogue');

test('an empty shop lacks delivery methods and legal pages', async () => {
  expect(await missingParts(shop.db, trial)).toBe(
    'The shop is not complete: no delivery method, so nothing can be ordered; ' +
      'no page legal, sales-terms-and-conditions, privacy-policy, shipping-delivery, warranty-returns, contact. ' +
      'A set to start with: npm run import -- catalogue/starter (docs/import.md).',
  );
});

test('the starter set completes it, except for the places to fill in', async () => {
  const report = await importShop(shop.db, join(catalogue, 'starter'));
  expect(report.problems).toEqual([]);
  expect(await missingParts(shop.db, trial)).toMatch(
    /^The shop is not complete: text in \[brackets\] to fill in on the page .*legal.*\. Import the finished pages/,
  );
  const texts = await shop.db.selectFrom('content_text').select(['title', 'source']).execute();
  expect(texts.filter(({ title, source }) => /fynbos|kloof/i.test(title + source))).toEqual([]);
});

test('a shop with finished pages is complete', async () => {
  const identifiers = await shop.db.selectFrom('content_item').select('identifier').execute();
  const files = Object.fromEntries(
    identifiers.map(({ identifier }) => [
      `content/pages/${identifier}.en.md`,
      '---\ntitle: Finished\n---\n\nSee [our terms](/sales-terms-and-conditions).\n',
    ]),
  );
  const report = await withFiles(files, (folder) => importShop(shop.db, folder));
  expect(report.problems).toEqual([]);
  expect(await missingParts(shop.db, trial)).toBeUndefined();
  expect(await missingParts(shop.db, { ...trial, payments: 'live' })).toBe(
    'The shop is not complete: no ORDER_NOTICE_TO, so nobody is told of orders.',
  );
  expect(
    await missingParts(shop.db, { payments: 'live', orderNoticeTo: ['owner@karoo.example'] }),
  ).toBeUndefined();
});
