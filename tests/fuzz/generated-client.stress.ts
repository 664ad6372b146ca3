import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { address, deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { beforeAll, expect, test } from 'vitest';

/**
 * A client whose types are generated from `docs/openapi.json` (https://openapi-ts.dev, MIT) is checked by the compiler
 * and places an order. The generator needs TypeScript 5, so it is installed in a folder of its own.
 */
const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];
const folder = fileURLToPath(new URL('../../.cache/generated-client', import.meta.url));
const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
const run = promisify(execFile);

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  if (existsSync(`${folder}/node_modules/openapi-fetch`)) return;
  await writeFile(`${folder}/package.json`, '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages], {
    cwd: folder,
  });
}, 600_000);

const program = `
import createClient from 'openapi-fetch';
import type { paths } from './types.ts';

declare const process: { argv: string[] };
const { origin, address } = JSON.parse(process.argv[2]!);
const api = createClient<paths>({ baseUrl: origin });
const created = await api.POST('/api/cart/create');
const cart = { 'X-Cart-Token': created.data!.result as string };
await api.POST('/api/cart/update', {
  params: { header: { ...cart, 'Idempotency-Key': crypto.randomUUID() } },
  body: { cartItem: { sku: 'OATS', qty: 2 } },
});
const pulled = await api.GET('/api/cart/pull', { params: { header: cart } });
const products = pulled.data!.result.map(({ sku, qty, price_incl_tax }) => ({ sku, qty, price_incl_tax }));
const placed = await api.POST('/api/order', {
  params: { header: cart },
  body: {
    order_id: crypto.randomUUID(),
    products,
    addressInformation: {
      shippingAddress: address,
      billingAddress: address,
      shipping_carrier_code: 'van',
      shipping_method_code: 'door',
      payment_method_code: 'cashondelivery',
    },
  },
});
console.log(JSON.stringify({ status: placed.response.status, body: placed.data ?? placed.error }));
`;

test('a generated client passes the compiler and places an order', async () => {
  const bin = `${folder}/node_modules/.bin`;
  await run(`${bin}/openapi-typescript`, [document, '--output', `${folder}/types.ts`]);
  await writeFile(`${folder}/client.ts`, program);
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  const compiled = await run(
    `${bin}/tsc`,
    [...strict, '--skipLibCheck', '--rewriteRelativeImportExtensions', '--outDir', 'built', 'client.ts'],
    {
      cwd: folder,
    },
  ).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
  const files = {
    'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats 1 kg,43.50,zero,40\n',
    'delivery.csv': deliveryFile,
  };
  const shop = await openSmallShop(files);
  try {
    const given = JSON.stringify({ origin: shop.origin, address });
    const { stdout } = await run(process.execPath, [`${folder}/built/client.js`, given]);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 200,
      body: { result: { orderNumber: expect.any(String) } },
    });
    expect(await shop.db.selectFrom('sales_order').select('state').execute()).toEqual([{ state: 'placed' }]);
  } finally {
    await shop.close();
  }
}, 600_000);
