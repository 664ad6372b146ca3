import { execFileSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { invariantViolations } from '@fynbos/api/orders/testing/books.ts';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../e2e/chance.ts';
import { History } from './faults/history.ts';
import { brokenPromises, orders, shops } from './faults/people.ts';
import { openStage, type Stage } from './faults/stage.ts';

/** The disk of the database is full while people order, and then somebody makes room (spec reliability 5). */
const megabytes = 220;

let disk: Awaited<ReturnType<typeof temporaryFolder>>;
let stage: Stage | undefined;
let isMounted = false;
beforeAll(async () => {
  disk = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk.folder]);
    isMounted = true;
  } catch {
    return;
  }
  stage = await openStage(disk.folder);
}, 120_000);
afterAll(async () => {
  await stage?.close();
  if (isMounted) execFileSync('umount', ['-l', disk.folder]);
  await disk.remove();
}, 60_000);

/** Takes all room there is. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(65_536);
  try {
    for (;;) await handle.write(block);
  } catch (cause) {
    expect((cause as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    await handle.close();
  }
}

test('who orders meanwhile is told to come back; what was confirmed is there, and all goes on when there is room', async ({
  skip,
}) => {
  if (!stage) return skip('a small disk can be made by root alone');
  const history = new History();
  let isOver = false;
  const people = Array.from({ length: 8 }, (_, own) => {
    const surroundings = { stage: stage!, history, chance: seededRandom(own), isOver: () => isOver };
    return own % 2 ? shops(`shopper ${own}`, surroundings) : orders(`orderer ${own}`, surroundings);
  });
  const everybody = Promise.all(people.map(({ going }) => going));
  await Promise.race([pause(3000), everybody]);
  const filler = join(disk.folder, 'filler');
  await fill(filler);
  await Promise.race([pause(10_000), everybody]);
  const { bavail, bsize } = await statfs(disk.folder);
  console.log(
    `${Math.round((bavail * bsize) / 1024)} KB were left, the database ${stage.isDatabaseDead() ? 'ended' : 'went on'};`,
  );
  await rm(filler);
  if (stage.isDatabaseDead()) await stage.startDatabase();
  const freed = performance.now();
  await Promise.race([pause(5000), everybody]);
  isOver = true;
  await everybody;

  const turnedAway = history.tries.filter(({ outcome }) => outcome === 'unknown');
  const last = Math.max(0, ...turnedAway.map(({ to }) => to - freed));
  reportMeasurement(
    'the disk of the database is full for 10 s',
    `${history.tries.length} calls, ${turnedAway.length} turned away, the last ${Math.round(last)} ms after there was room; nothing lost, audit clean`,
    'nothing lost, 10 s',
  );
  expect(turnedAway.length).toBeGreaterThan(0);
  expect(history.failures).toEqual([]);
  expect(last).toBeLessThan(10_000);
  expect(await brokenPromises(people)).toEqual([]);
  expect(await invariantViolations(stage.db)).toEqual([]);
  expect(stage.fallen).toEqual([]);
}, 300_000);
