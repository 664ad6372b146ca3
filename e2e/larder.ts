import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DemoShop, type RunningShop, startShop, trusted } from './shop.ts';
import { load, table } from './shop-files.ts';

/** What is sold in tests of orders, beside the demo. */
export const products = table(
  'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories',
  'L-OATS,simple,Larder Oats,larder-oats,43.50,zero,900,Larder',
  'L-TEA,simple,Larder Tea,larder-tea,60.00,standard,900,Larder',
  'L-JAM,simple,Larder Jam,larder-jam,30.00,standard,5,Larder',
  'L-RUSKS,simple,Larder Rusks,larder-rusks,52.00,standard,900,Larder',
  'L-GIFT,virtual,Larder Gift Card,larder-gift-card,100.00,zero,900,Larder',
);
export const coupons = table('code,label,kind,percent,amount,is_voucher', 'LARDER10,10 % off,percent,10,,no');

/** What a test needs to know of the larder that its process uses. */
export interface Larder {
  origin: string;
  database: string;
  /** What it printed at its start. */
  said: string;
}

/**
 * Larders to order from: the demo shop with these products, one for each process of tests that runs at a time, whose files use it one after another. They
 * leave what is above as it is, and load what else they need. Each is started when it is asked for first, at an address of this server
 * that is its name.
 */
export async function serveLarders(demo: DemoShop): Promise<{ address: string; close(): Promise<void> }> {
  const larders = new Map<string, Promise<RunningShop>>();
  const server = createServer(async ({ url = '' }, response) => {
    const larder = larders.get(url) ?? startLarder(demo);
    larders.set(url, larder);
    try {
      const { origin, database, output } = await larder;
      response.end(JSON.stringify({ origin, database, said: output() } satisfies Larder));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      const started = await Promise.allSettled(larders.values());
      await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()));
    },
  };
}

async function startLarder(demo: DemoShop): Promise<RunningShop> {
  const shop = await startShop(trusted, demo);
  const files = { 'products.csv': products, 'coupons.csv': coupons };
  await load(shop, files).catch(async (why) => {
    await shop.stop();
    throw why;
  });
  return shop;
}
