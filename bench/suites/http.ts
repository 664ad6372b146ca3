import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCatalogue } from '../lib/catalogue/generated-catalogue.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { bytesOf, inRotation } from '../lib/requests/load-generator.ts';
import type { RecordedResponse } from '../lib/servers/baseline-server.ts';
import { type Child, startChild } from '../lib/servers/child-server.ts';
import { inFolder } from '../lib/temporary-folder.ts';
import { micro, ms, rate, sideBySide } from '../lib/traffic/comparison.ts';
import { fetchOnce } from '../lib/traffic/recorded-request.ts';
import { type Scenario, scenarios } from '../lib/traffic/request-scenarios.ts';

const sizes = [2000, 20_000];
const recordedForFloor = 200;
const grocery = fileURLToPath(new URL('../../../shared/data/za_grocery/', import.meta.url));
const groceryMap = fileURLToPath(new URL('../../catalogue/examples/za-grocery.map.json', import.meta.url));

/**
 * Requests per second through the whole API, beside the floor: plain `node:http` that sends the same bytes,
 * in the same minute on the same machine. Server, load and floor are separate processes.
 */
export async function run(): Promise<Bench> {
  const rows: Measurement[] = [];
  for (const size of sizes) rows.push(...(await inFolder((folder) => measureGenerated(folder, size))));
  if (existsSync(grocery)) rows.push(...(await inFolder(measureGrocery)));
  return { title: 'API requests per second', rows };
}

async function measureGenerated(folder: string, count: number): Promise<Measurement[]> {
  const catalogue = join(folder, 'catalogue');
  await writeCatalogue(catalogue, count);
  return measureShop(folder, { catalogue }, `${count.toLocaleString('en')} products`);
}

/** The real range, when its data is next to the project. */
function measureGrocery(folder: string): Promise<Measurement[]> {
  return measureShop(folder, { catalogue: grocery, map: groceryMap }, 'za_grocery');
}

async function measureShop(
  folder: string,
  input: { catalogue: string; map?: string },
  name: string,
): Promise<Measurement[]> {
  const shop = await startChild('api-server.ts', { folder: join(folder, 'data'), ...input });
  try {
    const rows: Measurement[] = [];
    for (const scenario of await scenarios(shop.port)) {
      rows.push(await measure(shop, { ...scenario, name: `${scenario.name}, ${name}` }, folder));
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

async function measure(shop: Child, scenario: Scenario, folder: string): Promise<Measurement> {
  process.stderr.write(`  ${scenario.name}\n`);
  const floorServer = await startFloor(await recordResponses(shop, scenario), folder);
  const [measured, floor] = await sideBySide(shop, floorServer, requestsOf(scenario)).finally(
    floorServer.stop,
  );
  return {
    label: scenario.name,
    result: `${rate(measured)} = ${(measured.perSecond / floor.perSecond).toFixed(2)} of the floor (${rate(floor)}); p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`,
    aim: aimOf(scenario),
    note: `CPU ${micro(measured.cpu)} per request, floor ${micro(floor.cpu)}; floor p50 ${ms(floor.p50)}, p99 ${ms(floor.p99)}`,
  };
}

async function startFloor(responses: RecordedResponse[], folder: string): Promise<Child> {
  const recordingFile = join(folder, 'answers.json');
  await writeFile(recordingFile, JSON.stringify(responses));
  return startChild('baseline-server.ts', { recordingFile });
}

/** Prepared bytes when the requests rotate; otherwise each request is written when it is sent. */
function requestsOf({ requestAt, distinct }: Scenario): () => Buffer {
  if (distinct) return inRotation(Array.from({ length: distinct }, (_, at) => bytesOf(requestAt(at))));
  let at = 0;
  return () => bytesOf(requestAt(at++));
}

async function recordResponses(
  shop: Child,
  { requestAt, distinct = recordedForFloor }: Scenario,
): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = [];
  for (let at = 0; at < Math.min(distinct, recordedForFloor); at++)
    responses.push(await fetchOnce(shop.port, requestAt(at)));
  return responses;
}

function aimOf({ aim }: Scenario): string {
  const share = aim.share && `≥ ${aim.share.toFixed(2)} of the floor`;
  const perSecond = aim.perSecond && `≥ ${aim.perSecond.toLocaleString('en')}/s`;
  return [share, perSecond].filter(Boolean).join(', ');
}
