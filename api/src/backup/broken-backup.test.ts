import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import { importShop } from '../import-shop.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { endMark } from './backup-file.ts';
import { backUp } from './backup-service.ts';
import { checkBackup } from './read-backup.ts';
import { restore } from './restore-service.ts';
import { sumOf } from './sum.ts';
import { rowsIn } from './testing/contents-store.ts';
import { files } from './testing/selling.ts';

/** Whatever happened to a file, it is found before anything is written. */

const unpack = promisify(zstdDecompress);
const pack = async (text: string | Buffer) => Buffer.concat([await promisify(zstdCompress)(text), endMark]);

let data: Awaited<ReturnType<typeof temporaryFolder>>;
/** Nothing is ever written into it. */
let empty: FreshDatabase;
let packed: Buffer;
let text: string;
beforeAll(async () => {
  data = await temporaryFolder();
  empty = await emptyDatabase();
  const { db, url, drop } = await freshDatabase();
  await withFiles(files, (folder) => importShop(db, folder));
  const path = join(data.folder, 'whole');
  await backUp(url, path).finally(drop);
  packed = await readFile(path);
  text = (await unpack(packed)).toString();
});
afterAll(async () => {
  await empty.drop();
  await data.remove();
});

const check = async (bytes: Buffer) => {
  const path = join(data.folder, 'broken');
  await writeFile(path, bytes);
  return checkBackup(path);
};

/** The same backup with its text changed, packed again. */
const checkText = async (change: (text: string) => string) => check(await pack(change(text)));

/** The same with its first line changed. */
const withHeader = (change: (header: Header) => void) => (whole: string) => {
  const [first, ...rest] = whole.split('\n');
  const header = JSON.parse(first!);
  change(header);
  return [JSON.stringify(header), ...rest].join('\n');
};

interface Header {
  fynbos: unknown;
  format: unknown;
  takenAt: unknown;
  schema: { number: number; name: string }[];
  tables: { name: string; columns: string[] }[];
}

test('the whole one is whole', async () => {
  expect((await checkText((whole) => whole)).sums.get('product')?.rows).toBe(2);
});

describe('a file that was cut off or damaged', () => {
  test('anywhere is refused', async () => {
    const parts = [0, 1, 4, packed.length / 3, packed.length / 2];
    for (let missing = 1; missing < 40; missing++) parts.push(packed.length - missing);
    for (const part of parts)
      await expect(check(packed.subarray(0, part))).rejects.toThrow('is no whole backup: it ends too early.');
  });

  test('in any bit is refused, or is read as it was written', async () => {
    const whole = await check(packed);
    const bit = fc.tuple(fc.nat(packed.length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(bit, async ([at, shift]) => {
        const damaged = Buffer.from(packed);
        damaged[at]! ^= 1 << shift;
        const found = await check(damaged).catch(String);
        // One bit says whether a checksum follows; all others matter.
        if (typeof found === 'string') expect(found).toContain('is no whole backup: ');
        else expect(found).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test.each<[title: string, bytes: (text: string) => Buffer | string]>([
    ['text', (whole) => whole],
    ['nothing', () => ''],
    ['noise', () => Buffer.from('28b52ffd0000', 'hex')],
  ])('%s is no backup', async (_title, bytes) => {
    await expect(check(Buffer.from(bytes(text)))).rejects.toThrow(/is no whole backup: /);
  });

  test.each<[title: string, change: (text: string) => string, found: string]>([
    ['cut off at a line', (whole) => whole.slice(0, whole.indexOf('\\.\n') + 3), 'it ends too early'],
    ['without its last line', (whole) => whole.replace(/\{"sequences.*\n$/, ''), 'it ends too early'],
    ['with something behind it', (whole) => `${whole}more`, 'something follows its last line'],
    [
      'with one letter changed',
      (whole) => whole.replace('Oats', 'Oots'),
      'the rows of product are not those that were written',
    ],
    [
      'with one row less',
      (whole) => whole.replace(/\n[^\n]*Oats[^\n]*\n/, '\n'),
      'the rows of product are not those that were written',
    ],
    [
      'with another table',
      (whole) => whole.replace('{"table":"stock"}', '{"table":"stick"}'),
      'the table "stock" is not where it should be',
    ],
    ['of something else', () => '{"name":"x"}\n', 'it does not begin as a backup of a shop does'],
    ['of nothing', () => '[]\n', 'a line cannot be read'],
    [
      'of another format',
      withHeader((header) => {
        header.format = 2;
      }),
      'its format is 2, this shop reads 1',
    ],
    [
      'of a format that would spoil the terminal',
      withHeader((header) => {
        header.format = '\u001b[2J';
      }),
      'its format is "\\u001b[2J", this shop reads 1',
    ],
    [
      'without tables',
      withHeader((header) => {
        header.tables = 7 as never;
      }),
      'its first line says too little',
    ],
    [
      'without a schema',
      withHeader((header) => {
        header.schema = [];
      }),
      'its first line says too little',
    ],
    [
      'with a number for a sequence that is none',
      (whole) => whole.replace(/"last":"\d+"/, '"last":"1;drop"'),
      'its last line says too little',
    ],
    ['without a sum', (whole) => whole.replace(/"sha256":"\w+"/, '"sha256":7'), 'a sum is missing'],
  ])('a backup %s', async (_title, change, found) => {
    await expect(checkText(change)).rejects.toThrow(`is no whole backup: ${found}.`);
  });

  test('a line that does not end, packed a thousand times, does not fill the memory', async () => {
    await expect(check(await pack(Buffer.alloc(64 * 1024 * 1024, '{')))).rejects.toThrow(
      'a line does not end',
    );
  });

  test('no file, and what is none, is said to be so', async () => {
    await expect(checkBackup(join(data.folder, 'none'))).rejects.toThrow('cannot be read (ENOENT');
    await expect(checkBackup(data.folder)).rejects.toThrow('is no file');
  });
});

describe('a whole file of a shop that is not this one', () => {
  test.each<[title: string, change: (text: string) => string, found: RegExp]>([
    [
      'of a newer version',
      withHeader(({ schema }) => schema.push({ number: 999, name: '999-later.sql' })),
      /^It was written at schema 999 and this shop does not know its step 999/,
    ],
    [
      'of a version that went another way',
      withHeader(({ schema }) => {
        schema[3]!.name = '004-other.sql';
      }),
      /does not know its step 4/,
    ],
    [
      'with a column that is not the shop’s',
      withHeader(({ tables }) => {
        tables.find(({ name }) => name === 'cart')!.columns[0] = 'id"; drop table cart; --';
      }),
      /^The table cart does not fit: it has other columns/,
    ],
    [
      'without one of the shop’s tables',
      (whole) =>
        withHeader(({ tables }) => {
          tables.splice(
            tables.findIndex(({ name }) => name === 'deal'),
            1,
          );
        })(whole).replace(/\{"table":"deal"\}\n(.*\n)*?\{"table":"deal".*\n/, ''),
      /^The table deal does not fit: it is missing/,
    ],
    [
      'without one of the shop’s sequences',
      (whole) => whole.replace(/\{"name":"order_number"[^}]*\},?/, ''),
      /^The sequence order_number is missing/,
    ],
  ])('%s is refused, and the database stays empty', async (_title, change, found) => {
    const checked = await checkText(change);
    await expect(restore(empty.url, join(data.folder, 'broken'), checked)).rejects.toThrow(found);
    expect(await rowsIn(empty.db)).toEqual({});
  });

  test('a row that the schema refuses, with a true sum', async () => {
    const rows = text.match(/\{"table":"stock"\}\n([^{]*)\\\.\n/)![1]!;
    const wrong = rows.replace('\tt\t', '\tperhaps\t');
    const line = JSON.stringify({ table: 'stock', ...(await sumOf(lines(wrong))) });
    const checked = await checkText((whole) =>
      whole.replace(rows, () => wrong).replace(/\{"table":"stock",.*\}/, line),
    );
    const refused = restore(empty.url, join(data.folder, 'broken'), checked);
    await expect(refused).rejects.toThrow(
      /^The database refused: invalid input syntax for type boolean: "perhaps"/,
    );
    expect(await rowsIn(empty.db)).toEqual({});
  });

  test('a file that is changed between being checked and being read', async () => {
    const checked = await check(packed);
    await check(await pack(text.replace('Oats', 'Oots'))).catch(() => {});
    await expect(restore(empty.url, join(data.folder, 'broken'), checked)).rejects.toThrow(
      'the rows of product',
    );
    expect(await rowsIn(empty.db)).toEqual({});
  });
});

async function* lines(rows: string) {
  yield Buffer.from(rows);
}
