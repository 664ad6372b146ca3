import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { importInto } from './import.ts';

test('demo', async () => {
  const { db, drop } = await freshDatabase();
  const r = await importInto(db, 'catalogue/demo');
  console.log(JSON.stringify(r, null, 1).slice(0, 5000));
  const again = await importInto(db, 'catalogue/demo');
  console.log(JSON.stringify(again, null, 1).slice(0, 3000));
  await drop();
  expect(r.ok).toBe(true);
});
test('vsf', async () => {
  const { db, drop } = await freshDatabase();
  const r = await importInto(db, '/work/shared/data/vsf_magento_sample');
  console.log(JSON.stringify(r, null, 1).slice(0, 5000));
  const again = await importInto(db, '/work/shared/data/vsf_magento_sample');
  console.log(JSON.stringify(again, null, 1).slice(0, 1000));
  await drop();
});
test('za', async () => {
  const { db, drop } = await freshDatabase();
  for (let i = 0; i < 2; i++) {
    const r = await importInto(db, '/work/shared/data/za_grocery', {
      map: 'catalogue/examples/za-grocery.map.json',
    });
    console.log(JSON.stringify(r, null, 1).slice(0, 6000));
  }
  await drop();
}, 60000);
