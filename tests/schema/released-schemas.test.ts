import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBackup } from '@fynbos/api/platform/backup/backup-service.ts';
import { checkBackup } from '@fynbos/api/platform/backup/files/backup-reader.ts';
import { restore } from '@fynbos/api/platform/backup/restore-service.ts';
import { knownSchema } from '@fynbos/api/platform/database/connection/migrations.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { type OrderState, stateOfWire } from '@fynbos/core/orders/order-states.ts';
import { behindProxy, callApi, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { cartOf } from '@fynbos/test-kit/cart/guest-cart.ts';
import { rowsIn } from '@fynbos/test-kit/database/database-contents-store.ts';
import { emptyDatabase, type FreshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { administerIn } from '@fynbos/test-kit/processes/cli-command.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { openShopOn, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAsReleased } from '../fixtures/released/load-as-released.ts';
import { countRows, type Manifest } from '../fixtures/released/manifest.ts';

/** Shops that released versions filled: this version opens each, reads it, backs it up and restores it. */

const folder = join(import.meta.dirname, '../fixtures/released');
const fixtures = readdirSync(folder).filter((name) => name.startsWith('schema-'));

const restoreFrom = async ({ url }: FreshDatabase, file: string) =>
  restore(url, file, await checkBackup(file));

const arrivals = {
  'as a backup that is restored': (database: FreshDatabase, file: string) => restoreFrom(database, file),
  'as a data folder that is started': (database: FreshDatabase, file: string, schema: number) =>
    loadAsReleased(database.url, file, schema),
};

describe.each(fixtures)('the released shop %s', (name) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8'));
  const file = join(folder, name, 'shop.backup');
  // Sessions and payments of the fixture end some time after it was made.
  const now = () => new Date(manifest.takenAt);

  describe.each(Object.entries(arrivals))('%s', (_title, arrive) => {
    let database: FreshDatabase;
    let counts: Record<string, number>;
    let applied: number[];
    beforeAll(async () => {
      database = await emptyDatabase();
      await arrive(database, file, manifest.schema);
      const opened = await openDatabaseServer(database.url);
      applied = opened.applied;
      counts = await countRows(opened.db);
      await opened.close();
    });
    afterAll(() => database.drop());

    const admin = async (...words: string[]) => {
      const { code, out, err } = await administerIn({ db: database.db, now, env: {} }, words);
      if (code !== 0) throw new Error(err);
      return out;
    };

    test('is brought to the current schema with every row', async () => {
      const { rows } = await sql<{
        number: number;
      }>`select max(number) as number from schema_version`.execute(database.db);
      expect(rows).toEqual([{ number: knownSchema }]);
      for (const number of applied) expect(number).toBeGreaterThan(manifest.schema);
      // Migrations add their own numbers and may add keys.
      const { schema_version: _, signing_key, ...expected } = manifest.counts;
      expect(counts).toMatchObject(expected);
      expect(counts.signing_key).toBeGreaterThanOrEqual(signing_key ?? 0);
    });

    describe('as a running shop', () => {
      let shop: TestShop;
      let mail: TestMail;
      beforeAll(async () => {
        mail = await openTestMail();
        const settings = { ...behindProxy, SMTP_URL: mail.smtpUrl };
        shop = await openShopOn({ ...database, drop: async () => {} }, now, settings);
      });
      afterAll(async () => {
        await shop.close();
        await mail.close();
      });

      test('sends the mail that waits', async () => {
        await expect.poll(() => database.db.selectFrom('mail').selectAll().execute()).toEqual([]);
        expect(mail.mails()).toHaveLength(manifest.counts.mail!);
      });

      test('passes the audit', async () => {
        expect(await invariantViolations(database.db, now())).toEqual([]);
      });

      test('accepts the sessions, refresh tokens and passwords of its customers', async () => {
        for (const { id, email, token, refreshToken } of manifest.customers) {
          const bearer = { authorization: `Bearer ${token}` };
          const profile = await callApi(shop, 'GET', '/api/user/me', undefined, bearer);
          expect(profile).toMatchObject({ status: 200, body: { result: { id, email } } });
          expect(profile.body.result.addresses).toHaveLength(2);
          const refreshed = await shop.post('/api/user/refresh', { refreshToken });
          expect(refreshed.status).toBe(200);
          const from = { 'x-forwarded-for': freshAddress() };
          const login = { username: email, password: manifest.password };
          expect((await shop.post('/api/user/login', login, from)).status).toBe(200);
        }
      });

      test('shows its carts to the holders of their tokens', async () => {
        for (const { token, email, items } of manifest.carts) {
          const owner = manifest.customers.find((customer) => customer.email === email);
          const bearer: Record<string, string> = owner ? { authorization: `Bearer ${owner.token}` } : {};
          const lines = await cartOf(shop, token, bearer).pull();
          expect(lines.map(({ sku, qty }) => ({ sku, qty }))).toEqual(items);
        }
      });

      test('shows every order in its state, with its events', async () => {
        for (const { number, state, events } of manifest.orders) {
          const shown = await admin('orders', 'show', number);
          expect(shown).toContain(`${number}  ${state}, placed`);
          for (const event of events) expect(shown).toMatch(new RegExp(`  ${event}, \\w+`));
        }
      });

      test('finds orders for guests, and lists them for customers', async () => {
        const visible: OrderState[] = ['placed', 'shipped', 'delivered', 'returned', 'canceled'];
        // One of each state: look-ups of one address are limited.
        for (const state of visible) {
          const { number, email, cents } = manifest.orders.find((order) => order.state === state)!;
          const from = { 'x-forwarded-for': freshAddress() };
          const { body } = await shop.post('/api/order/find', { orderNumber: number, email }, from);
          expect([number, stateOfWire(body.result)]).toEqual([number, state]);
          const link = await orderLinkOf(shop.db, number);
          const linked = await shop.post('/api/order/find', { link }, from);
          expect(Math.round(linked.body.result.grand_total * 100)).toBe(cents);
        }
        const bearer = { authorization: `Bearer ${manifest.customers[0]!.token}` };
        const { body } = await shop.get('/api/user/order-history', bearer);
        expect(body.result.total_count).toBeGreaterThanOrEqual(visible.length);
      });

      test('shows every payment, refund and case for an operator', async () => {
        for (const { number, provider, state } of manifest.attempts)
          expect(await admin('payments', 'show', number)).toMatch(new RegExp(`  ${provider}  ${state}\\b`));
        for (const { number, key, state } of manifest.refunds)
          expect(await admin('payments', 'show', number)).toContain(`refund ${key}  ${state}`);
        const cases = await admin('payments', 'cases');
        for (const { id, reason } of manifest.reviews)
          expect(cases).toContain(`${id}  ${reason}, open since`);
      });

      test('serves its pages and products', async () => {
        for (const { identifier, language, title } of manifest.pages) {
          const path = `/api/ext/cms-data/cmsPageIdentifier/${identifier}/storeId/0`;
          const { body } = await shop.get(path, { 'accept-language': language });
          expect(body.result.title).toBe(title);
        }
        const { body } = await shop.get('/api/product/render-list?skus=TEA&currencyCode=ZAR&storeId=1');
        expect(body.result.items).toHaveLength(1);
      });
    });

    test('is backed up, and that backup restores and passes the audit', async () => {
      const { folder: data, remove } = await temporaryFolder();
      const second = await emptyDatabase();
      try {
        const path = join(data, 'second.backup');
        expect(await createBackup(database.url, path)).toMatchObject({ schema: knownSchema });
        // A job of the open shop may hold a lease at either moment.
        const { payment_lease: _, ...before } = await rowsIn(database.db);
        expect(await restoreFrom(second, path)).toMatchObject({ schema: knownSchema });
        const { payment_lease: __, ...restored } = await rowsIn(second.db);
        expect(restored).toEqual(before);
        expect(await invariantViolations(second.db, now())).toEqual([]);
      } finally {
        await second.drop();
        await remove();
      }
    });
  });
});
