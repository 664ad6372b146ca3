import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  behindProxy,
  callApi,
  logInCustomer,
  logInPerson,
  type Person,
} from '@fynbos/test-kit/accounts/customers.ts';
import {
  hangUp,
  readAsSeenBy,
  rowsIn,
  schemaObjectsIn,
} from '@fynbos/test-kit/database/database-contents-store.ts';
import {
  type Account,
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  plainAccount,
} from '@fynbos/test-kit/database/test-database.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { openShopOn, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { buy, files, sell } from '@fynbos/test-kit/traffic/continuous-orders.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { applyMigrations } from '../database/migrate.ts';
import { type Backup, createBackup } from './backup-service.ts';
import { withSessions } from './backup-session.ts';
import { openBackupSession } from './backup-session-store.ts';
import { checkBackup, shipmentOf } from './files/backup-reader.ts';
import { readSequences } from './files/schema-store.ts';
import { load } from './load-service.ts';
import { restore } from './restore-service.ts';

/** Backs up a shop while it sells; the restored shop has the same rows. */

let shop: TestShop;
let person: Person;
let account: Account;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
/** The backup taken while the shop sold, and the rows of the shop at that moment. */
let file: string;
let backup: Backup;
let before: Record<string, string[]>;
let sold: string[];

beforeAll(async () => {
  data = await temporaryFolder();
  account = await plainAccount();
  file = join(data.folder, 'shop.backup');
  shop = await openSmallShop({ ...files, 'delivery.csv': deliveryFile }, behindProxy);
  person = await logInPerson(shop);
  // A foreign table in the shop's database.
  await sql`create table notes (line text)`.execute(shop.db);
  await sql`insert into notes values ('buy milk')`.execute(shop.db);
  const selling = sell(shop);
  await selling.more(4);
  backup = await createBackup(shop.url, file, async ({ client }) => {
    before = await readAsSeenBy(client, shop.url, rowsIn);
    await selling.more(6);
  });
  sold = await selling.stop();
});
afterAll(async () => {
  await shop.close();
  await account.drop();
  await data.remove();
});

/** An empty database, owned by an account without other permissions. */
async function target(): Promise<FreshDatabase> {
  const database = await emptyDatabase(account);
  onTestFinished(() => database.drop());
  return database;
}

const restoreInto = async ({ url }: FreshDatabase, path = file) =>
  restore(url, path, await checkBackup(path));

describe('a backup taken while orders come in', () => {
  test('is one point in time, without later orders, and its file is readable by the owner only', async () => {
    expect(sold.length).toBeGreaterThanOrEqual(10);
    const inIt = before.sales_order!.length;
    expect(inIt).toBeGreaterThanOrEqual(4);
    expect(inIt).toBeLessThan(sold.length);
    const rows = Object.values(before).reduce((total, { length }) => total + length, 0);
    expect([backup.tables, backup.rows]).toEqual([Object.keys(before).length, rows]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('restores the same rows and the shop sells on', async () => {
    const database = await emptyDatabase(account);
    // Orders after the backup are lost, but customers know their numbers.
    const next = Math.max(...sold.map(Number)) + 1;
    const checked = await checkBackup(file);
    const loaded = await restore(database.url, file, checked, next);

    const { notes, ...shopRows } = before;
    expect(notes).toHaveLength(1);
    expect(await rowsIn(database.db)).toEqual(shopRows);
    expect(loaded).toEqual({
      tables: backup.tables - 1,
      rows: backup.rows - 1,
      leftOut: ['notes'],
      schema: backup.schema,
      nextOrder: next,
    });
    expect(await schemaObjectsIn(database.db)).toEqual(await schemaObjectsIn(shop.db));
    const sequences = checked.ending.sequences.map((sequence) =>
      sequence.name === 'order_number' ? { ...sequence, last: String(next), called: false } : sequence,
    );
    expect(await readSequences(database.db)).toEqual(sequences);
    expect(await invariantViolations(database.db)).toEqual([]);

    const reopened = await openShopOn(database, undefined, behindProxy);
    onTestFinished(() => reopened.close());
    const bearer = { authorization: `Bearer ${person.token}` };
    expect((await callApi(reopened, 'GET', '/api/user/me', undefined, bearer)).status).toBe(200);
    await logInCustomer(reopened, person.email);
    expect(Number(await buy(reopened))).toBe(next);
    expect(await invariantViolations(database.db)).toEqual([]);
  });
});

describe('backup and restore refuse invalid input and change nothing', () => {
  test('restore refuses a next order number that was used', async () => {
    const database = await target();
    const refused = restore(database.url, file, await checkBackup(file), 100_001);
    await expect(refused).rejects.toThrow(/^The next order is \d+ already: 100001 was given out before/);
    expect(await rowsIn(database.db)).toEqual({});
  });

  test('restore refuses a database that is not empty', async () => {
    const database = await target();
    await sql`create table notes (line text)`.execute(database.db);
    await expect(restoreInto(database)).rejects.toThrow(
      'The database is not empty (notes): a shop is loaded',
    );
    await expect(restoreInto(shop as unknown as FreshDatabase)).rejects.toThrow(
      /is not empty \(\w+ and \d+ more\)/,
    );
  });

  test('backup refuses a database without a shop', async () => {
    const database = await target();
    const path = join(data.folder, 'none');
    await expect(createBackup(database.url, path)).rejects.toThrow('There is no shop in this database.');
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('restore refuses rows that violate the schema', async () => {
    const broken = await freshDatabase();
    onTestFinished(() => broken.drop());
    await sql`alter table stock drop constraint stock_product_id_fkey`.execute(broken.db);
    await sql`insert into stock (product_id) values (4711)`.execute(broken.db);
    const path = join(data.folder, 'dangling');
    await createBackup(broken.url, path);
    const database = await target();
    await expect(restoreInto(database, path)).rejects.toThrow(
      /^The database refused: .*"stock_product_id_fkey"/,
    );
    expect(await rowsIn(database.db)).toEqual({});
  });

  test('backup neither overwrites a file nor writes to a missing folder', async () => {
    const original = await readFile(file);
    await expect(createBackup(shop.url, file)).rejects.toThrow(`${file} already exists`);
    expect(original.equals(await readFile(file))).toBe(true);
    await expect(createBackup(shop.url, join(file, 'below'))).rejects.toThrow('cannot be written (');
    await expect(createBackup(shop.url, join(data.folder, 'no', 'folder'))).rejects.toThrow(
      'cannot be written (ENOENT',
    );
  });
});

describe('a backup of an older schema version', () => {
  test('is restored as it was and then migrated', async () => {
    const older = await target();
    await older.db.transaction().execute((trx) => applyMigrations(trx, 6));
    await sql`insert into customer (email, password_hash, firstname, lastname) values ('a@b.example', '', 'A', 'B')`.execute(
      older.db,
    );
    const path = join(data.folder, 'older');
    expect(await createBackup(older.url, path)).toMatchObject({ schema: 6 });
    const rows = await rowsIn(older.db);
    const database = await target();
    expect(await restoreInto(database, path)).toMatchObject({ schema: backup.schema });
    const restored = await rowsIn(database.db);
    // Later migrations appended columns.
    const values = (row: string) => row.slice(0, -1);
    expect(restored.customer).toEqual(rows.customer!.map((row) => expect.stringContaining(values(row))));
    // A later migration added a key.
    expect(restored.signing_key).toEqual(expect.arrayContaining(rows.signing_key ?? []));
    expect(await schemaObjectsIn(database.db)).toEqual(await schemaObjectsIn(shop.db));
  });
});

describe('a connection lost during backup or restore', () => {
  test('leaves no file', async () => {
    const path = join(data.folder, 'lost');
    const lost = createBackup(
      shop.url,
      path,
      async () => void (await hangUp(shop.db, '%from schema_version%')),
    );
    await expect(lost).rejects.toThrow(
      /^The (database refused: terminating|connection to the database was lost)/,
    );
    expect((await readdir(data.folder)).filter((name) => name.startsWith('lost'))).toEqual([]);
  });

  test('leaves nothing in the database', async () => {
    const database = await target();
    const checked = await checkBackup(file);
    const sequences = async () => {
      expect(await hangUp(database.db, '%')).toBeGreaterThan(0);
      return checked.ending.sequences;
    };
    const session = await openBackupSession(database.url);
    const lost = withSessions([session], () => load(session, { ...shipmentOf(file, checked), sequences }));
    await expect(lost).rejects.toThrow(
      /^The (database refused: terminating|connection to the database was lost)/,
    );
    expect(await rowsIn(database.db)).toEqual({});
  });
});
