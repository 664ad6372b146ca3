import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@fynbos/api/database/embedded.ts';
import { connect } from '@fynbos/api/db.ts';
import { migrate } from '@fynbos/api/migrate.ts';
import { deliveryFile } from '@fynbos/api/orders/testing/order.ts';
import type { RunningWorld } from '@fynbos/api/payments/testing/shopper.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { type TcpProxy, openTcpProxy } from '@fynbos/api/testing/gate.ts';
import { openTestMail } from '@fynbos/api/testing/mail.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/api/testing/paying-processes.ts';
import { startRedis } from '@fynbos/api/testing/redis.ts';

/** Two shops on one database, Redis, a mail server and the providers; what may die is a process of its own. */
export interface Stage extends PayingProcesses {
  /** The shops as they run now; the first is where providers call. */
  shops: ShopProcess[];
  /** The way of the shops to the database. */
  gate: TcpProxy;
  redis: Redis | undefined;
  /** A world for somebody who always asks the same shop. */
  worldOf(shop: number): RunningWorld;
  killShop(which: number): Promise<void>;
  startShop(which: number): Promise<void>;
  /** Kills PostgreSQL, as a machine without memory does. */
  killDatabase(): Promise<void>;
  /** Whether it ended by itself, and stays so. */
  isDatabaseDead(): boolean;
  startDatabase(): Promise<void>;
  /** Shops that ended though nobody killed them. */
  fallen: string[];
}

interface Redis {
  kill(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export const piecesOfTea = 100_000;
const files = {
  'products.csv': `sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,${piecesOfTea}\n`,
  'coupons.csv': 'code,label,kind,percent\nTENTH,A tenth,percent,10\n',
  'delivery.csv': deliveryFile,
};

/**
 * Opens it on a PostgreSQL of its own, which keeps what it confirmed as one in service does.
 *
 * @param place where it keeps that; a new folder when left out
 */
export async function openStage(place?: string): Promise<Stage> {
  const { folder, remove } = place ? { folder: place, remove: async () => {} } : await temporaryFolder();
  let isDead = false;
  const open = async () => {
    const opened = await startEmbedded(folder, { owner: 'the torture' });
    isDead = false;
    void opened.died.then(() => {
      isDead = true;
    });
    return opened;
  };
  let cluster: Embedded = await open();
  const { url } = cluster;
  const db = connect(url, 5);
  await migrate(db);
  const gate = await openTcpProxy(url);
  let redis = await startRedis();
  const mail = await openTestMail();
  const redisPort = redis && Number(new URL(redis.url).port);
  const world = await openPayingProcesses(
    files,
    { TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: mail.smtpUrl, ...(redis && { REDIS_URL: redis.url }) },
    { db, url, through: gate.url, drop: async () => {} },
  );
  const fallen: string[] = [];
  const shops: ShopProcess[] = [];
  const killed = new Set<ShopProcess>();

  async function startShop(which: number): Promise<void> {
    const shop = which === 0 ? await world.start() : await world.startBeside();
    shops[which] = shop;
    void shop.exited.then(() => killed.has(shop) || fallen.push(`shop ${which} ended by itself`));
  }
  await startShop(0);
  await startShop(1);

  return {
    ...world,
    shops,
    gate,
    fallen,
    redis: redis && {
      kill: async () => redis!.stop(),
      async start() {
        redis = await startRedis(redisPort);
      },
      pause: () => redis!.pause(),
      resume: () => redis!.resume(),
    },
    worldOf: (which) =>
      Object.defineProperty({ ...world } as RunningWorld, 'shop', { get: () => shops[which]! }),
    startShop,
    async killShop(which) {
      killed.add(shops[which]!);
      await shops[which]!.kill();
    },
    async killDatabase() {
      const [pid] = (await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await cluster.died;
    },
    async startDatabase() {
      cluster = await open();
    },
    isDatabaseDead: () => isDead,
    async close() {
      for (const shop of shops) killed.add(shop);
      await world.close();
      await mail.close();
      await redis?.stop();
      await gate.shut();
      await db.destroy();
      await cluster.stop();
      await remove();
    },
  };
}
