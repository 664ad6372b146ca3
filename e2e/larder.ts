import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DemoShop, type RunningShop, startShop, trusted } from './shop.ts';
import { load, table } from './shop-files.ts';

/** Products for tests of orders, in addition to the demo. */
export const products = table(
  'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories',
  'L-OATS,simple,Larder Oats,larder-oats,43.50,zero,900,Larder',
  'L-TEA,simple,Larder Tea,larder-tea,60.00,standard,900,Larder',
  'L-JAM,simple,Larder Jam,larder-jam,30.00,standard,5,Larder',
  'L-RUSKS,simple,Larder Rusks,larder-rusks,52.00,standard,900,Larder',
  'L-GIFT,virtual,Larder Gift Card,larder-gift-card,100.00,zero,900,Larder',
);
export const coupons = table('code,label,kind,percent,amount,is_voucher', 'LARDER10,10 % off,percent,10,,no');

/** The shared shop of a test process. */
export interface SharedShop {
  origin: string;
  database: string;
  /** The shop's output at start-up. */
  startupOutput: string;
}

/**
 * Serves shared shops for tests that place orders: the demo shop with these products, one for each parallel
 * test process. Its test files use it one after another, leave these products unchanged and load their own.
 * A shop starts at its first request; the path of the request is its name.
 */
export async function serveLarders(demo: DemoShop): Promise<{ address: string; close(): Promise<void> }> {
  const larders = new Map<string, Promise<RunningShop>>();
  const server = createServer(async ({ url = '' }, response) => {
    const sharedShop = larders.get(url) ?? startSharedShop(demo);
    larders.set(url, sharedShop);
    try {
      const { origin, database, output } = await sharedShop;
      response.end(JSON.stringify({ origin, database, startupOutput: output() } satisfies SharedShop));
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
      await Promise.all(started.map((result) => result.status === 'fulfilled' && result.value.stop()));
    },
  };
}

async function startSharedShop(demo: DemoShop): Promise<RunningShop> {
  const shop = await startShop(trusted, demo);
  const files = { 'products.csv': products, 'coupons.csv': coupons };
  await load(shop, files).catch(async (why) => {
    await shop.stop();
    throw why;
  });
  return shop;
}
