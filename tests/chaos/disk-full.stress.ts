import { execFileSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment.ts';
import { History } from './request-history.ts';
import { brokenConfirmations, orders, shops } from './users.ts';

/** The disk of the database fills up while users order, and space is freed later (spec reliability 5). */
const megabytes = 220;

let disk: Awaited<ReturnType<typeof temporaryFolder>>;
let environment: ChaosEnvironment | undefined;
let isMounted = false;
beforeAll(async () => {
  disk = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk.folder]);
    isMounted = true;
  } catch {
    return;
  }
  environment = await openChaosEnvironment(disk.folder);
}, 120_000);
afterAll(async () => {
  await environment?.close();
  if (isMounted) execFileSync('umount', ['-l', disk.folder]);
  await disk.remove();
}, 60_000);

/** Fills the disk. */
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

test('with the disk full, orders return 503, confirmed orders remain, and service resumes when space is freed', async ({
  skip,
}) => {
  if (!environment) return skip('mounting a small disk requires root');
  const history = new History();
  let isOver = false;
  const users = Array.from({ length: 8 }, (_, index) => {
    const surroundings = {
      environment: environment!,
      history,
      random: seededRandom(index),
      isOver: () => isOver,
    };
    return index % 2 ? shops(`shopper ${index}`, surroundings) : orders(`orderer ${index}`, surroundings);
  });
  const everybody = Promise.all(users.map(({ going }) => going));
  await Promise.race([pause(3000), everybody]);
  const filler = join(disk.folder, 'filler');
  await fill(filler);
  await Promise.race([pause(10_000), everybody]);
  const { bavail, bsize } = await statfs(disk.folder);
  console.log(
    `${Math.round((bavail * bsize) / 1024)} KB were left, the database ${environment.isDatabaseDead() ? 'ended' : 'went on'};`,
  );
  await rm(filler);
  if (environment.isDatabaseDead()) await environment.startDatabase();
  const freed = performance.now();
  await Promise.race([pause(5000), everybody]);
  isOver = true;
  await everybody;

  const turnedAway = history.attempts.filter(({ outcome }) => outcome === 'unknown');
  const last = Math.max(0, ...turnedAway.map(({ to }) => to - freed));
  reportMeasurement(
    'the disk of the database is full for 10 s',
    `${history.attempts.length} calls, ${turnedAway.length} rejected, the last ${Math.round(last)} ms after space was freed; nothing lost, audit clean`,
    'nothing lost, 10 s',
  );
  expect(turnedAway.length).toBeGreaterThan(0);
  expect(history.failures).toEqual([]);
  expect(last).toBeLessThan(10_000);
  expect(await brokenConfirmations(users)).toEqual([]);
  expect(await invariantViolations(environment.db)).toEqual([]);
  expect(environment.fallen).toEqual([]);
}, 300_000);
