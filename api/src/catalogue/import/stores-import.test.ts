import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listStores } from '../../stores/store-service.ts';
import { importInto } from './import.ts';

/** Import of the stores a shopper can choose from (STORE-1, spec D43). */

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const load = (files: Record<string, string>) => withFiles(files, (folder) => importInto(shop.db, folder));
const header =
  'code,name,street,suburb,city,region_code,postcode,latitude,longitude,telephone,hours,services\n';
const table = (rows: string) => ({ 'stores.csv': header + rows });
const gqb =
  'GQB,Fynbos Walmer,4 Fig Road|Shop 2,Walmer,Gqeberha,ZA-EC,6070,-33.97123,25.58901,+27410000113,Mo-Fr 08:00-18:00,collect\n';

describe('stores.csv', () => {
  test('of the demo shop gives twelve stores in order, and changes nothing the second time', async () => {
    const first = await importInto(shop.db, `${demoFolder}/stores.csv`);
    expect(first).toMatchObject({ ok: true, stores: 12, files: ['stores.csv'] });
    const stores = await listStores(shop.db);
    expect(stores.map(({ code }) => code).join(' ')).toBe('CPT STB KNY MTH KIM BFN DBN JHB PTA POT PLK WRV');
    expect(stores[0]).toEqual({
      id: expect.any(Number),
      code: 'CPT',
      name: 'Fynbos Claremont',
      street: ['18 Suikerbossie Street'],
      suburb: 'Claremont',
      city: 'Cape Town',
      region_code: 'ZA-WC',
      postcode: '7708',
      latitude: -33.98056,
      longitude: 18.46528,
      telephone: '+27210000101',
      hours: 'Mo-Fr 08:00-19:00; Sa 08:00-17:00; Su 09:00-14:00',
      services: ['delivery', 'collect'],
    });
    const before = await stateOf(shop.db);
    expect(await importInto(shop.db, `${demoFolder}/stores.csv`)).toMatchObject({ ok: true, stores: 0 });
    expect(await stateOf(shop.db)).toEqual(before);
  });

  test('adds a new store after the others and leaves absent columns unchanged', async () => {
    expect(await load(table(gqb))).toMatchObject({ ok: true, stores: 1 });
    expect((await listStores(shop.db)).at(-1)).toMatchObject({
      code: 'GQB',
      street: ['4 Fig Road', 'Shop 2'],
    });
    const changed = { 'stores.csv': 'code,telephone,position\nGQB,+27410000999,0\n' };
    expect(await load(changed)).toMatchObject({ ok: true, stores: 1 });
    expect((await listStores(shop.db))[0]).toMatchObject({
      code: 'GQB',
      name: 'Fynbos Walmer',
      telephone: '+27410000999',
      services: ['collect'],
    });
  });

  test('may be JSON lines with lists', async () => {
    const line = JSON.stringify({ code: 'GQB', street: ['5 Fig Road'], services: ['delivery', 'collect'] });
    expect(await load({ 'stores.jsonl': line })).toMatchObject({ ok: true, stores: 1 });
    expect((await listStores(shop.db))[0]).toMatchObject({
      street: ['5 Fig Road'],
      services: ['delivery', 'collect'],
    });
  });

  test('with errors writes nothing and reports every error with its position', async () => {
    const before = await stateOf(shop.db);
    const bad = gqb.replace('GQB', 'BAD');
    const rows = [
      bad.replace('-33.97123', '-133.5'),
      gqb.replace('GQB', 'BA2').replace('25.58901', '25°35'),
      gqb.replace('GQB', 'BA3').replace('ZA-EC', 'ZA-XX'),
      gqb.replace('GQB', 'BA4').replace('6070', '607'),
      gqb.replace('GQB', 'BA5').replace('08:00-18:00', '8-18'),
      gqb.replace('GQB', 'BA6').replace('collect', 'teleport'),
      gqb.replace('GQB', 'BA7').replace('+27410000113', '041 000 0113'),
      gqb.replace('GQB', 'B A'),
      bad,
      gqb.replace('GQB', 'BA8').replace('Fynbos Walmer', ''),
    ];
    const report = await load(table(rows.join('')));
    expect(report.problems.map(({ line, column }) => `${line} ${column}`).sort()).toEqual([
      '10 code',
      '11 name',
      '2 latitude',
      '3 longitude',
      '4 region_code',
      '5 postcode',
      '6 hours',
      '7 services',
      '8 telephone',
      '9 code',
    ]);
    expect(report.problems[0]!.reason).toBe('-133.5 is not between -90 and 90 degrees');
    const unknown = await load({ 'stores.csv': 'code,colour\nGQB,red\n' });
    expect(unknown.problems.map(({ column, reason }) => `${column} ${reason}`)).toEqual([
      'colour is no column of stores',
    ]);
    expect(await stateOf(shop.db)).toEqual(before);
  });
});
