import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDb } from '@fynbos/api/db.ts';
import { type Embedded, startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '@fynbos/api/platform/database/migrate.ts';
import { startRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { openTestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { openTcpProxy, type TcpProxy } from '@fynbos/test-kit/network/tcp-proxy.ts';
import { deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import type { RunningWorld } from '@fynbos/test-kit/payments/paying-shopper.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';

/**
 * Two shops with one database, Redis, a mail server and the providers. Every component that may be killed
 * is its own process.
 */
export interface ChaosEnvironment extends PayingProcesses {
  /** The running shops; providers send their web-hooks to the first. */
  shops: ShopProcess[];
  /** The TCP proxy between the shops and the database. */
  tcpProxy: TcpProxy;
  redis: Redis | undefined;
  /** A test world for a user who always calls the same shop. */
  worldOf(shop: number): RunningWorld;
  killShop(which: number): Promise<void>;
  startShop(which: number): Promise<void>;
  /** Kills PostgreSQL, as the kernel does when memory runs out. */
  killDatabase(): Promise<void>;
  /** Whether the database has ended and is not running. */
  isDatabaseDead(): boolean;
  startDatabase(): Promise<void>;
  /** Shops that ended without being killed by the test. */
  fallen: string[];
}

interface Redis {
  kill(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export const teaQuantity = 100_000;
const files = {
  'products.csv': `sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,${teaQuantity}\n`,
  'coupons.csv': 'code,label,kind,percent\nTENTH,A tenth,percent,10\n',
  'delivery.csv': deliveryFile,
};

/**
 * Opens the environment on its own PostgreSQL with durable commits, as in production.
 * @param place data folder; a new one by default
 */
export async function openChaosEnvironment(place?: string): Promise<ChaosEnvironment> {
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
  const db = connectDb(url, 5);
  await migrate(db);
  const tcpProxy = await openTcpProxy(url);
  let redis = await startRedis();
  const mail = await openTestMail();
  const redisPort = redis && Number(new URL(redis.url).port);
  const world = await openPayingProcesses(
    files,
    {
      TIMEOUT_SCALE: '1',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mail.smtpUrl,
      ...(redis && { REDIS_URL: redis.url }),
    },
    { db, url, through: tcpProxy.url, drop: async () => {} },
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
    tcpProxy,
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
      await tcpProxy.shut();
      await db.destroy();
      await cluster.stop();
      await remove();
    },
  };
}
