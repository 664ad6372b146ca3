import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportReport } from '@fynbos/api/catalogue/import/import.ts';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import type { Db } from '@fynbos/api/db.ts';
import { importShop } from '@fynbos/api/import-shop.ts';
import type { Bench, Figure } from './figure.ts';
import { writeCatalogue } from './generated.ts';

const products = 50_000;
const project = fileURLToPath(new URL('..', import.meta.url));
const groceries = join(project, '../shared/data/za_grocery');
const map = join(project, 'catalogue/examples/za-grocery.map.json');

/**
 * The import as the command does it, reading and checking included: into an empty shop, the same once
 * more, every tenth price changed, and a real price list through its mapping into a shop of its own.
 */
export async function run(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-import-'));
  try {
    await chmod(folder, 0o755);
    const input = join(folder, 'input');
    await writeCatalogue(input, products);
    const rows = await inShop(join(folder, 'shop'), async (db) => [
      figure('into an empty shop', await importShop(db, input), 'at least 2,000 products/s'),
      figure('the same once more', await importShop(db, input), ''),
      figure('one price in ten changed', await importShop(db, await changePrices(input)), ''),
    ]);
    return {
      title: `Loading ${products.toLocaleString('en')} products`,
      rows: [...rows, ...(await realList(folder))],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inShop<T>(folder: string, use: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded(folder, { owner: 'npm run bench' });
  try {
    const { db, close } = await openServer(embedded.url);
    try {
      return await use(db);
    } finally {
      await close();
    }
  } finally {
    await embedded.stop();
  }
}

async function realList(folder: string): Promise<Figure[]> {
  if (!existsSync(groceries)) return [];
  return inShop(join(folder, 'groceries'), async (db) => [
    figure('a real price list through its mapping', await importShop(db, groceries, { map }), ''),
  ]);
}

/** One row in ten of those with a price gets another one. */
async function changePrices(input: string): Promise<string> {
  const file = join(input, 'products.csv');
  const price = /,\d+\.\d\d,/;
  let priced = 0;
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => {
    const isNext = price.test(line) && priced++ % 10 === 0;
    return isNext ? line.replace(price, `,${priced % 900}.49,`) : line;
  });
  await writeFile(file, lines.join('\n'));
  return input;
}

function figure(what: string, report: ImportReport, aim: string): Figure {
  if (!report.ok) throw new Error(`the input was refused: ${JSON.stringify(report.problems.slice(0, 5))}`);
  const { created, updated, unchanged } = report.products;
  const perSecond = Math.round((created + updated + unchanged) / report.seconds);
  return {
    what,
    ours: `${perSecond.toLocaleString('en')} products/s, ${report.seconds.toFixed(1)} s`,
    aim,
    note: `${created} new, ${updated} changed, ${unchanged} as they were`,
  };
}
