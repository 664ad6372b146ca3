import { readConfig } from '@fynbos/api/config/config.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../../server/demo-shop.ts';

/** A shop that shoppers can reach does not start with the demo (setting DEMO). */
let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const live = {
  ...{ PAYMENTS: 'live', SELLER_NAME: 'Karoo Deli', SELLER_ADDRESS: '1 Church Street', VAT_NUMBER: 'none' },
  ...{ CONTACT_MAIL: 'hello@karoo.example', MAIL_FROM: 'hello@karoo.example' },
};

test.each([
  ['DEMO=off', { DEMO: 'off' }],
  ['a public address', { PUBLIC_URL: 'https://karoo.example' }],
  ['live payments, even with DEMO=on', { ...live, DEMO: 'on' }],
])('the demo is not loaded with %s', async (_, env) => {
  expect(await loadDemo(shop.db, readConfig(env))).toContain('not loaded: the shop is empty');
  expect(await shop.db.selectFrom('product').select('id').execute()).toEqual([]);
});
