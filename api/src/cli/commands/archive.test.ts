import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    'products.csv': `sku,name,price_incl_tax,tax_class,qty,categories
TEA,Rooibos Tea,60.00,standard,100,Pantry > Tea
HONEY,Honey,80.00,standard,100,Pantry
SALT,Salt,20.00,zero,100,Pantry
`,
    'delivery.csv': deliveryFile,
  });
});
afterAll(() => shop.close());

const run = async (line: string) => {
  const { out, err } = await administer(shop.db, ...line.split(' '));
  return out + err;
};

async function listed(): Promise<string[]> {
  const visible = [{ attribute: 'status', value: { in: [0, 1] }, scope: 'default' }];
  const { items } = await search(shop, { _appliedFilters: visible, size: 20 });
  return items.map(({ sku }: { sku: string }) => sku).sort();
}

const categoryIds = async (): Promise<Record<string, string>> => {
  const lines = (await run('categories list')).matchAll(/^ +(\d+) {2}(.+)$/gm);
  return Object.fromEntries([...lines].map(([, id = '', path = '']) => [path, id]));
};

test('an archived product vanishes from lists, carts refuse it, and old orders show it', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  const ready = await orderOf(cart);
  const bought = await newCart(shop);
  await bought.update({ sku: 'TEA', qty: 1 });
  const number = (await order(bought)).body.result.orderNumber;

  expect(await run('products archive TEA')).toBe('TEA is off sale now.\n');
  await expect.poll(listed).toEqual(['HONEY', 'SALT']);
  const added = await (await newCart(shop)).update({ sku: 'TEA', qty: 1 });
  expect([added.status, added.body.meta.problem]).toEqual([409, 'product_unavailable']);
  const refused = await cart.post('/api/order', ready);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await run(`orders show ${number}`)).toContain('1 × TEA  Rooibos Tea');

  expect(await run('products delete TEA --yes')).toBe(
    'TEA is part of 1 order, which must stay complete. Take it off sale instead: npm run admin -- products archive TEA. Nothing was changed.\n',
  );
  expect(await run('products restore TEA')).toBe('TEA is on sale now.\n');
  await expect.poll(listed).toEqual(['HONEY', 'SALT', 'TEA']);
});

test('a product that was never ordered can be deleted', async () => {
  expect(await run('products delete SALT')).toContain('npm run admin -- products delete SKU --yes');
  const cart = await newCart(shop);
  await cart.update({ sku: 'SALT', qty: 1 });
  expect(await run('products delete SALT --yes')).toBe('SALT is deleted.\n');
  await expect.poll(listed).toEqual(['HONEY', 'TEA']);
  expect(await run('products show SALT')).toBe('There is no product SALT.\n');
  const pulled = await cart.get('/api/cart/pull');
  expect(pulled.status).toBe(200);
});

test('a category can be archived, restored and deleted; its products stay', async () => {
  const ids = await categoryIds();
  const shown = async () => {
    const { body } = await shop.post('/api/catalog/fynbos/category/_search', {
      filters: { is_active: { eq: true } },
    });
    return body.items.map(({ name }: { name: string }) => name).sort();
  };
  expect(await shown()).toContain('Tea');
  expect(await run(`categories archive ${ids['Pantry > Tea']}`)).toBe(
    'The category Pantry > Tea is archived now.\n',
  );
  expect(await run('categories list')).toContain('Pantry > Tea, archived\n');
  await expect.poll(shown).not.toContain('Tea');
  expect(await run(`categories restore ${ids['Pantry > Tea']}`)).toContain('is shown now.');
  expect(await run(`categories delete ${ids.Pantry} --yes`)).toContain(
    `has subcategories (${ids['Pantry > Tea']}): delete them first`,
  );
  expect(await run(`categories delete ${ids['Pantry > Tea']} --yes`)).toBe(
    'The category Pantry > Tea is deleted. 1 product stood in it.\n',
  );
  expect(await run('categories list')).not.toContain('Pantry > Tea');
  expect(await listed()).toEqual(['HONEY', 'TEA']);
});
