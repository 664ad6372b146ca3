import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { multiplyOrders } from '@fynbos/test-kit/database/copied-orders-store.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import { commandFile } from '@fynbos/test-kit/processes/cli-command.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { openShopOn, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { buy, files, sell } from '@fynbos/test-kit/traffic/continuous-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';

/**
 * Backs up a shop of 100,000 orders while it sells, and restores it. Reports duration, memory and the
 * effect on orders.
 */

const orders = Number(process.env.ORDERS ?? 100_000);
const secondsAlone = 20;
/** Megabytes. Independent of the size of the shop, because rows are streamed. */
const maxMegabytes = 250;

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let shop: TestShop;
let target: FreshDatabase;
let file: string;
beforeAll(async () => {
  data = await temporaryFolder();
  file = join(data.folder, 'shop.backup');
  target = await emptyDatabase();
  const full = await freshDatabase();
  const goods = files['products.csv'].replace('100000', '9000000');
  await withFiles({ ...files, 'products.csv': goods, 'delivery.csv': deliveryFile }, (folder) =>
    importShop(full.db, folder),
  );
  shop = await openShopOn(full, undefined, behindProxy);
  await buy(shop);
  await multiplyOrders(shop.db, orders);
}, 600_000);
afterAll(async () => {
  await shop.close();
  await target.drop();
  await data.remove();
});

test(`${orders} orders`, async () => {
  const took: number[] = [];
  const selling = sell(shop, 3, (milliseconds) => took.push(milliseconds));
  await pause(secondsAlone * 1000);
  const alone = took.splice(0);
  const backup = await runWatched('backup', shop.url);
  const during = took.splice(0);
  await selling.stop();
  const restored = await runWatched('restore', target.url);

  expect(await invariantViolations(shop.db)).toEqual([]);
  expect(await invariantViolations(target.db)).toEqual([]);
  console.log(
    `${backup.out}peak memory ${backup.megabytes} MB\n${restored.out}peak memory ${restored.megabytes} MB`,
  );
  console.log(`orders alone: ${summary(alone)}; during the backup: ${summary(during)}`);
  expect(Math.max(backup.megabytes, restored.megabytes)).toBeLessThan(maxMegabytes);
}, 1_200_000);

/** Runs a command and samples its peak memory every tenth of a second. */
async function runWatched(name: 'backup' | 'restore', url: string) {
  const child = spawn(process.execPath, [commandFile(name), file], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  let megabytes = 0;
  child.stdout.on('data', (chunk) => (out += chunk));
  const sampler = setInterval(() => (megabytes = Math.max(megabytes, memoryOf(child))), 100);
  const [code] = await once(child, 'close');
  clearInterval(sampler);
  expect(code).toBe(0);
  return { out, megabytes };
}

function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function summary(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  return `${took.length} orders, median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
