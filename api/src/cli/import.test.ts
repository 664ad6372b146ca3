import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

/** Runs the command as `npm run import` does. */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: shop.url };
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'import.ts'), ...args],
      { env },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

test('import loads a valid file and prints a summary', async () => {
  const { code, out } = await withFiles({ 'products.csv': 'sku,name,price\nA,A,1\n' }, (folder) =>
    run(folder),
  );
  expect(code).toBe(0);
  expect(out).toContain('products: 1 new, 0 changed, 0 as they were');
});

test('import of an invalid file exits with code 1, lists each place and reason, and leaves the shop unchanged', async () => {
  const { code, out } = await withFiles({ 'products.csv': 'sku,name,price\nB,B,-1\nC,C,x\n' }, (folder) =>
    run(folder),
  );
  expect(code).toBe(1);
  expect(out.split('\n').slice(0, 2)).toEqual([
    'products.csv, line 2, price: the price -1 is negative',
    'products.csv, line 3, price: "x" is no price: digits with a point before the cents, such as 1234.50',
  ]);
  expect(out).toContain('Nothing was written: there are 2 problems. The shop is as it was.');
});

test('import prints no control characters of a file, in problems, notices and names (T41)', async ({
  task,
}) => {
  const clear = '\u001b[2J';
  const files = {
    'products.csv': `sku,name,price,Note${clear}\nE${clear},E,1${clear},x\nF,F,\u009b2J,x\n`,
    [`stock${clear}.xlsx`]: '',
  };
  const { code, out, err } = await withFiles(files, (folder) => run(folder));
  expect(code).toBe(1);
  expect(out).toContain('\ufffd[2J');
  expect(`${out}${err}`).not.toMatch(/[^\P{Cc}\n\t]/u);
  task.meta.attempts = 5;
});

test('import --dry-run prints the planned changes without writing', async () => {
  const { code, out } = await withFiles({ 'products.csv': 'sku,name,price\nD,D,1\n' }, (folder) =>
    run(folder, '--dry-run'),
  );
  expect(code).toBe(0);
  expect(out).toContain('Nothing was written (dry run');
  expect(await shop.db.selectFrom('product').select('sku').where('sku', '=', 'D').execute()).toEqual([]);
});

test('import on a full disk prints one sentence, and leaves the shop unchanged', async () => {
  // PostgreSQL reports a full disk with this code.
  await sql`create function refuse_disk() returns trigger language plpgsql as
    'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`.execute(shop.db);
  await sql`create trigger full_disk before insert on product execute function refuse_disk()`.execute(
    shop.db,
  );
  const { code, out, err } = await withFiles({ 'products.csv': 'sku,name,price\nE,E,1\n' }, (folder) =>
    run(folder),
  );
  await sql`drop function refuse_disk cascade`.execute(shop.db);
  expect([code, out, err]).toEqual([
    1,
    '',
    'The disk of the database is full. Nothing was changed: free some space, and run the command again.\n',
  ]);
  expect(await shop.db.selectFrom('product').select('sku').where('sku', '=', 'E').execute()).toEqual([]);
});

test('import prints its usage without a path or with unknown arguments', async () => {
  for (const args of [[], ['a', 'b'], ['a', '--force']]) {
    const { code, err } = await run(...args);
    expect(code).toBe(1);
    expect(err).toContain('npm run import -- PATH [--map FILE] [--dry-run]');
  }
});

test('import rejects unknown keys in a mapping file with their positions', async () => {
  const files = {
    'list.csv': 'Code,Title\nA,A\n',
    'list.map.json':
      '{"files":{"list.csv":{"columns":{"sku":"Code","nome":"Title","name":{"form":"Title"}}}}}',
  };
  const { code, out } = await withFiles(files, (folder) =>
    run(join(folder, 'list.csv'), '--map', join(folder, 'list.map.json')),
  );
  expect(code).toBe(1);
  expect(out).toContain('list.map.json, line 1, files.list.csv.columns.nome: is no column of the import');
  expect(out).toContain('files.list.csv.columns.name.form: is no word of mapping rules');
});
