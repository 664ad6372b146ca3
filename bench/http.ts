import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askOnce } from './ask-once.ts';
import { type Child, startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import type { Heard } from './floor-server.ts';
import { inFolder } from './folder.ts';
import { writeCatalogue } from './generated.ts';
import { bytesOf, inRotation } from './load.ts';
import { type Scenario, scenarios } from './questions.ts';
import { micro, ms, rate, sideBySide } from './side-by-side.ts';

const sizes = [2000, 20_000];
const heardForFloor = 200;
const grocery = fileURLToPath(new URL('../../shared/data/za_grocery/', import.meta.url));
const groceryMap = fileURLToPath(new URL('../catalogue/examples/za-grocery.map.json', import.meta.url));

/**
 * Requests a second through the whole API, beside the floor: bare `node:http` saying the very same bytes, in the
 * same minute on the same machine. Server, load and floor are processes of their own.
 */
export async function run(): Promise<Bench> {
  const rows: Figure[] = [];
  for (const size of sizes) rows.push(...(await inFolder((folder) => measureGenerated(folder, size))));
  if (existsSync(grocery)) rows.push(...(await inFolder(measureGrocery)));
  return { title: 'Requests a second through the API', rows };
}

async function measureGenerated(folder: string, count: number): Promise<Figure[]> {
  const catalogue = join(folder, 'catalogue');
  await writeCatalogue(catalogue, count);
  return measureShop(folder, { catalogue }, `${count.toLocaleString('en')} products`);
}

/** The real range, where its data lies beside the project. */
function measureGrocery(folder: string): Promise<Figure[]> {
  return measureShop(folder, { catalogue: grocery, map: groceryMap }, 'za_grocery');
}

async function measureShop(
  folder: string,
  input: { catalogue: string; map?: string },
  name: string,
): Promise<Figure[]> {
  const shop = await startChild('shop-server.ts', { folder: join(folder, 'data'), ...input });
  try {
    const rows: Figure[] = [];
    for (const scenario of await scenarios(shop.port)) {
      rows.push(await measure(shop, { ...scenario, name: `${scenario.name}, ${name}` }, folder));
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

async function measure(shop: Child, scenario: Scenario, folder: string): Promise<Figure> {
  process.stderr.write(`  ${scenario.name}\n`);
  const floorServer = await startFloor(await hear(shop, scenario), folder);
  const [ours, floor] = await sideBySide(shop, floorServer, questionsOf(scenario)).finally(floorServer.stop);
  return {
    what: scenario.name,
    ours: `${rate(ours)} = ${(ours.perSecond / floor.perSecond).toFixed(2)} of the floor (${rate(floor)}); p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    aim: aimOf(scenario),
    note: `CPU ${micro(ours.cpu)} a request, floor ${micro(floor.cpu)}; floor p50 ${ms(floor.p50)}, p99 ${ms(floor.p99)}`,
  };
}

async function startFloor(heard: Heard[], folder: string): Promise<Child> {
  const answers = join(folder, 'answers.json');
  await writeFile(answers, JSON.stringify(heard));
  return startChild('floor-server.ts', { answers });
}

/** Ready bytes where questions repeat; where none does, each is written when it is sent. */
function questionsOf({ ask, distinct }: Scenario): () => Buffer {
  if (distinct) return inRotation(Array.from({ length: distinct }, (_, at) => bytesOf(ask(at))));
  let at = 0;
  return () => bytesOf(ask(at++));
}

async function hear(shop: Child, { ask, distinct = heardForFloor }: Scenario): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (let at = 0; at < Math.min(distinct, heardForFloor); at++)
    heard.push(await askOnce(shop.port, ask(at)));
  return heard;
}

function aimOf({ aim }: Scenario): string {
  const share = aim.share && `≥ ${aim.share.toFixed(2)} of the floor`;
  const perSecond = aim.perSecond && `≥ ${aim.perSecond.toLocaleString('en')}/s`;
  return [share, perSecond].filter(Boolean).join(', ');
}
