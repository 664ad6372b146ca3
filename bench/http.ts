import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askOnce } from './ask-once.ts';
import { type Child, startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import type { Heard } from './floor-server.ts';
import { searchTexts, writeCatalogue } from './generated.ts';
import { bytesOf, inRotation, type Load, load } from './load.ts';
import { type Scenario, scenarios } from './questions.ts';

/** How long each figure is measured, in seconds; the warm-up before it is half of that. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const sizes = [2000, 20_000];
const heardForFloor = 200;

/**
 * Requests a second through the whole API, beside the floor: bare `node:http` saying the very same bytes, in the
 * same minute on the same machine. Server, load and floor are processes of their own.
 */
export async function run(): Promise<Bench> {
  const rows: Figure[] = [];
  for (const size of sizes) rows.push(...(await measureGenerated(size)));
  return { title: 'Requests a second through the API', rows };
}

async function measureGenerated(count: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-'));
  // The embedded database does not run as root, and must be able to enter.
  await chmod(folder, 0o755);
  try {
    const catalogue = join(folder, 'catalogue');
    await writeCatalogue(catalogue, count);
    return await measureShop(folder, catalogue, `${count.toLocaleString('en')} products`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureShop(folder: string, catalogue: string, size: string): Promise<Figure[]> {
  const shop = await startChild('shop-server.ts', { folder: join(folder, 'data'), catalogue });
  try {
    const rows: Figure[] = [];
    for (const scenario of await scenarios(shop.port, searchTexts(200))) {
      rows.push(await measure(shop, { ...scenario, name: `${scenario.name}, ${size}` }, folder));
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

async function measure(shop: Child, scenario: Scenario, folder: string): Promise<Figure> {
  process.stderr.write(`  ${scenario.name}\n`);
  const next = questionsOf(scenario);
  const ours = await loadWarm(shop, next);
  const floor = await loadFloor(await hear(shop, scenario), folder, next);
  return {
    what: scenario.name,
    ours: `${rate(ours)} = ${(ours.perSecond / floor.perSecond).toFixed(2)} of the floor (${rate(floor)}); p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    aim: aimOf(scenario),
    note: `CPU ${micro(ours.cpu)} a request, floor ${micro(floor.cpu)}; floor p50 ${ms(floor.p50)}, p99 ${ms(floor.p99)}`,
  };
}

/** Ready bytes where questions repeat; where none does, each is written when it is sent. */
function questionsOf({ ask, distinct }: Scenario): () => Buffer {
  if (distinct) return inRotation(Array.from({ length: distinct }, (_, at) => bytesOf(ask(at))));
  let at = 0;
  return () => bytesOf(ask(at++));
}

type Measured = Load & {
  /** Microseconds that the server's process used a request, all its threads together. */
  cpu: number;
};

async function loadWarm(server: Child, next: () => Buffer): Promise<Measured> {
  await load(server.port, next, seconds / 2);
  const before = await server.usage();
  const measured = await load(server.port, next, seconds);
  const after = await server.usage();
  return { ...measured, cpu: (after.cpu - before.cpu) / measured.requests };
}

async function loadFloor(heard: Heard[], folder: string, next: () => Buffer): Promise<Measured> {
  const answers = join(folder, 'answers.json');
  await writeFile(answers, JSON.stringify(heard));
  const floor = await startChild('floor-server.ts', { answers });
  return loadWarm(floor, next).finally(floor.stop);
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

const rate = ({ perSecond }: Load) => `${Math.round(perSecond).toLocaleString('en')}/s`;
const ms = (time: number) => `${time.toFixed(1)} ms`;
const micro = (time: number) => `${Math.round(time).toLocaleString('en')} µs`;
