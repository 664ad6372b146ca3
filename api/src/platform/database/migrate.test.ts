import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { breakingStatements } from '@fynbos/test-kit/database/failing-statements.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { connectDb, type OpenDb } from '../../db.ts';
import { knownSchema, ownMigrations } from './connection/migrations.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { openDatabaseServer } from './open-database.ts';

const next = knownSchema + 1;
let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
});
afterAll(() => remove());

/** The migrations of a newer version: the current ones and the given ones. */
async function newer(...texts: string[]): Promise<URL> {
  const migrationsFolder = join(folder, crypto.randomUUID());
  await cp(ownMigrations, migrationsFolder, { recursive: true });
  for (const [index, text] of texts.entries())
    await writeFile(join(migrationsFolder, `${String(next + index).padStart(3, '0')}-newer.sql`), text);
  return pathToFileURL(`${migrationsFolder}/`);
}

const widened = `-- old code: survives
alter table sales_order add column points integer not null default 0;
alter table cart add column note text;
create table loyalty (id bigint primary key generated always as identity, points integer not null);
`;

describe('migrating while a shop of older code runs', () => {
  let shop: TestShop;
  let db: OpenDb;
  beforeAll(async () => {
    shop = await openSmallShop(payingFiles, behindProxy);
    db = connectDb(shop.url, 2);
  });
  afterAll(async () => {
    await db.destroy();
    await shop.close();
  });

  async function sell(from: Pick<TestShop, 'get' | 'post'>): Promise<number> {
    const cart = await newCart(from, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    const email = `${crypto.randomUUID()}@example.com`;
    const order = await orderOf(cart);
    order.addressInformation.shippingAddress.email = email;
    return (await cart.post('/api/order', order)).status;
  }

  test('the older shop keeps selling while the schema grows, even when a transaction holds a table for a while', async () => {
    const sold: number[] = [];
    let isOver = false;
    const selling = (async () => {
      while (!isOver) sold.push(await sell(shop));
    })();
    const held = db.transaction().execute(async (trx) => {
      await sql`lock table sales_order in access share mode`.execute(trx);
      await pause(600);
    });
    const migrationDb = connectDb(shop.url, 1);
    const before = sold.length;
    expect(await migrate(migrationDb, { folder: await newer(widened) })).toEqual([next]);
    await held;
    expect(await sell(shop)).toBe(200);
    isOver = true;
    await selling;
    await migrationDb.destroy();
    expect(sold.length).toBeGreaterThan(before);
    expect(sold.filter((status) => status !== 200)).toEqual([]);
  });

  test('the older shop starts on the newer schema and sells, so a version can be rolled back', async () => {
    const { db: opened, url, applied, close } = await openDatabaseServer(shop.url);
    expect(applied).toEqual([]);
    const app = await createApp({
      db: opened,
      url,
      config: readConfig({ LOG_LEVEL: 'silent', ...behindProxy }),
    });
    const request = async (method: 'GET' | 'POST', place: string, body?: object, headers = {}) => {
      const response = await app.inject({ method, url: place, headers, ...(body && { payload: body }) });
      return { status: response.statusCode, headers: new Headers(), body: response.json() };
    };
    const status = await sell({
      get: (place, headers) => request('GET', place, undefined, headers),
      post: (place, body, headers) => request('POST', place, body as object, headers),
    });
    expect(status).toBe(200);
    await app.close();
    await close();
  });

  test('a migration that the older shop would not survive waits until the shop ends', async () => {
    const stops = await newer(
      widened,
      '-- old code: must stop\nalter table sales_order drop column points;\n',
    );
    await expect(migrate(connectDb(shop.url, 1), { folder: stops })).rejects.toThrow(
      /^Older shops are connected to the database \(\d+ connections\) that would not survive \d+-newer\.sql: end them, then start again\.$/,
    );
    expect(await sell(shop)).toBe(200);
  });
});

describe('migrating an empty shop', () => {
  let fresh: FreshDatabase;
  let db: OpenDb;
  const open = async () => {
    fresh = await freshDatabase();
    db = fresh.db;
  };
  afterEach(() => fresh.drop());

  test('openServer refuses to start on a schema that older code does not survive', async () => {
    await open();
    await migrate(db, { folder: await newer('-- old code: must stop\nselect 1;\n') });
    await expect(openDatabaseServer(fresh.url)).rejects.toThrow(
      `The database is at schema ${next}, this shop knows only up to ${knownSchema}: start the newer version.`,
    );
  });

  test('migrate accepts code that knows the required migration, and rejects older code', async () => {
    await open();
    const since = String(next).padStart(3, '0');
    const both = await newer(
      widened,
      `-- old code: survives from ${since}\nalter table cart drop column note;\n`,
    );
    expect(await migrate(db, { folder: both })).toEqual([next, next + 1]);
    await expect(migrate(db)).rejects.toThrow(`The database is at schema ${next + 1}`);
    expect(await migrate(db, { folder: await newer(widened) })).toEqual([]);
  });

  test('migrate leaves the schema unchanged and says why when its tables stay locked', async () => {
    await open();
    const holding = db.transaction().execute(async (trx) => {
      await sql`lock table cart`.execute(trx);
      await expect(
        migrate(connectDb(fresh.url, 1), { folder: await newer(widened), attempts: 1 }),
      ).rejects.toThrow(/^The schema could not be changed: its tables were in use/);
    });
    await holding;
    const { rows } = await sql`select from schema_version where number = ${next}`.execute(db);
    expect(rows).toEqual([]);
  });

  test('migrate adds survives_from to a schema_version table of the previous version', async () => {
    await open();
    await sql`alter table schema_version drop column survives_from`.execute(db);
    expect(await migrate(db)).toEqual([]);
    expect(await migrate(db, { folder: await newer(widened) })).toEqual([next]);
  });

  test('migrate applies a migration once when many processes start at once', async () => {
    await open();
    const folder = await newer(widened);
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate(db, { folder })));
    expect(all.flat()).toEqual([next]);
  });
});

describe('an interrupted migration', () => {
  /** Terminates its own connection at the requested statement, counted from the start of the connection. */
  const breaking = `
    create function break_off() returns event_trigger language plpgsql as $$
    declare statement integer := coalesce(nullif(current_setting('broken.statement', true), ''), '0')::integer + 1;
    begin
      perform set_config('broken.statement', statement::text, false);
      if statement::text = current_setting('broken.at', true) then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
    end $$;
    create event trigger break_off on ddl_command_end execute function break_off();`;

  /** Columns, constraints and indexes, as the server describes them. */
  const schemaOf = async (db: OpenDb): Promise<string[]> =>
    (
      await sql<{ line: string }>`
        select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
          from information_schema.columns where table_schema = 'public'
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
          where connamespace = 'public'::regnamespace
        union all select format('%s %s', number, name) from schema_version
        order by line`.execute(db)
    ).rows.map(({ line }) => line);

  /**
   * Interrupts a migration at the statement of this number.
   * @returns whether there was one
   */
  async function isBrokenOff({ url }: FreshDatabase, at: number): Promise<boolean> {
    const db = connectDb(url, 1);
    try {
      await sql.raw(`set broken.at = ${at}`).execute(db);
      await migrate(db);
      return false;
    } catch (error) {
      expect(String(error)).toMatch(/terminat/i);
      return true;
    } finally {
      await db.destroy();
    }
  }

  test('an interruption at any statement leaves complete migrations, and the next run reaches the same schema', async ({
    skip,
    task,
  }) => {
    const [empty, reference] = await Promise.all([emptyDatabase(), freshDatabase()]);
    try {
      const { rows } = await sql<{ is: boolean }>`select rolsuper as is from pg_roles
        where rolname = current_user`.execute(empty.db);
      if (!rows[0]?.is) skip('only a superuser may interrupt statements with an event trigger');
      await sql.raw(breaking).execute(empty.db);
      const applied = async () => (await appliedMigrations(empty.db).catch(() => [])).length;
      let broken = 0;
      let [at, done] = [1, 0];
      while (await isBrokenOff(empty, at)) {
        broken += 1;
        const now = await applied();
        at = now > done ? 1 : at + (isLong ? 1 : 9);
        done = now;
      }
      await sql`drop event trigger break_off`.execute(empty.db);
      expect(broken).toBeGreaterThan(await applied());
      expect(await schemaOf(empty.db)).toEqual(await schemaOf(reference.db));
      task.meta.attempts = broken;
    } finally {
      await Promise.all([empty.drop(), reference.drop()]);
    }
  });
});

test.each([
  'alter table cart add column note text;',
  'alter table cart add column n integer not null default 0, add column m text;',
  'create table t (a integer not null); create unique index t_a on t (a); alter table t add constraint c check (a > 0);',
  'alter table cart drop constraint c; alter table cart add constraint c check (a in (1, 2));',
  'alter table cart alter column a drop not null; -- drop table cart',
])('breakingStatements accepts %s', (text) => expect(breakingStatements(text)).toEqual([]));

test.each([
  'drop table cart;',
  'alter table cart drop column token;',
  'alter table cart rename column a to b;',
  'alter table cart rename to basket;',
  'alter table cart add column n integer not null;',
  "alter table cart add column m text default '', add column n integer not null;",
  'alter table cart alter column a set not null;',
  'alter table cart alter column a type text;',
  'alter table cart alter column a drop default;',
  'alter table cart add constraint c check (a > 0);',
  'create unique index cart_a on cart (a);',
  'truncate cart;',
  'alter table cart drop constraint cart_token_key;',
  'alter table cart add check (a > 0);',
  'alter table cart add unique (a, b);',
  'alter table cart add foreign key (a) references product (id);',
  'alter table cart drop constraint c, add constraint c check (a > 0), add constraint d check (b > 0);',
  'alter table cart add n integer not null;',
  'alter table cart alter a type bigint;',
  `alter table cart add column "by" text not null;`,
  'alter table cart drop constraint c; alter table "order" add constraint c2 check (a > 0), add constraint c check (b > 0);',
])('breakingStatements rejects %s', (text) => expect(breakingStatements(text)).toHaveLength(1));
