import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportReport } from '@fynbos/api/catalogue/import/import.ts';
import type { Db } from '@fynbos/api/db.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { writeCatalogue } from '../lib/catalogue/generated-catalogue.ts';
import type { Bench, Measurement } from '../lib/metric.ts';

const products = 50_000;
const project = fileURLToPath(new URL('../..', import.meta.url));
const groceries = join(project, '../shared/data/za_grocery');
const map = join(project, 'catalogue/examples/za-grocery.map.json');

/**
 * The import as the command runs it, including reading and validation: into an empty shop, the same input
 * again, every tenth price changed, and a real price list through its mapping into another shop.
 */
export async function run(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-import-'));
  try {
    await chmod(folder, 0o755);
    const input = join(folder, 'input');
    await writeCatalogue(input, products);
    const rows = await inShop(join(folder, 'shop'), async (db) => [
      measurementOf('into an empty shop', await importShop(db, input), 'at least 2,000 products/s'),
      measurementOf('the same input again', await importShop(db, input), ''),
      measurementOf('one price in ten changed', await importShop(db, await changePrices(input)), ''),
    ]);
    return {
      title: `Importing ${products.toLocaleString('en')} products`,
      rows: [...rows, ...(await realList(folder))],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inShop<T>(folder: string, use: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded(folder, { owner: 'npm run bench' });
  try {
    const { db, close } = await openDatabaseServer(embedded.url);
    try {
      return await use(db);
    } finally {
      await close();
    }
  } finally {
    await embedded.stop();
  }
}

async function realList(folder: string): Promise<Measurement[]> {
  if (!existsSync(groceries)) return [];
  return inShop(join(folder, 'groceries'), async (db) => [
    measurementOf('a real price list through its mapping', await importShop(db, groceries, { map }), ''),
  ]);
}

/** Changes every tenth price. */
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

function measurementOf(label: string, report: ImportReport, aim: string): Measurement {
  if (!report.ok) throw new Error(`the import failed: ${JSON.stringify(report.problems.slice(0, 5))}`);
  const { created, updated, unchanged } = report.products;
  const perSecond = Math.round((created + updated + unchanged) / report.seconds);
  return {
    label,
    result: `${perSecond.toLocaleString('en')} products/s, ${report.seconds.toFixed(1)} s`,
    aim,
    note: `${created} new, ${updated} changed, ${unchanged} unchanged`,
  };
}
