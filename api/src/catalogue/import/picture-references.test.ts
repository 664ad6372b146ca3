import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureProblems } from '../../images/picture-problem.ts';
import { imageRoutes } from '../../images/routes.ts';
import { checkInput, installErrorHandlers } from '../../route.ts';
import { importShop } from '../../shop-import.ts';
import type { ImportOptions } from './import.ts';
import { describeReport } from './import-report.ts';

const composed = 'cr\u00e8me.png';
const decomposed = 'cre\u0300me.png';

let shop: FreshDatabase;
let home: string;
let media: string;
let images: FastifyInstance;

beforeAll(async () => {
  shop = await freshDatabase();
  home = await mkdtemp(join(tmpdir(), 'fynbos-media-'));
  media = join(home, 'media');
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c11' } })
    .png()
    .toBuffer();
  const files: Record<string, Buffer | string> = {
    'products/oats.png': picture,
    'products/Maize Meal.PNG': picture,
    'products/100%.png': picture,
    [`nfc/${composed}`]: picture,
    [`nfd/${decomposed}`]: picture,
    [`caf\u00e9/${decomposed}`]: picture,
    'words.jpg': 'this is not a picture',
    'page.png': '<!doctype html><title>Not found</title>',
    'empty.jpg': '',
    'scan.tiff': await sharp(picture).tiff().toBuffer(),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(media, name)), { recursive: true });
    await writeFile(join(media, name), content);
  }
  await writeFile(join(home, 'secret.png'), picture);
  await symlink(join(home, 'secret.png'), join(media, 'out.png'));
  images = Fastify();
  checkInput(images);
  installErrorHandlers(images, []);
  imageRoutes(images, { mediaFolders: [media], cacheFolder: join(home, 'cache') });
});
afterAll(async () => {
  await images.close();
  await rm(home, { recursive: true });
  await shop.drop();
});

const load = (files: Record<string, string>, options: ImportOptions = {}) =>
  withFiles(files, (folder) =>
    importShop(shop.db, folder, { pictureProblem: pictureProblems(media), ...options }),
  );

const served = async (reference: string) => {
  const { statusCode, headers } = await images.inject({
    url: '/img',
    query: { url: reference, width: '150', height: '150', action: 'fit' },
  });
  return [statusCode, String(headers['content-type']).split('/')[0]];
};

test.each([
  '/products/oats.png',
  'products/oats.png',
  '//products//oats.png',
  '\\products\\oats.png',
  'products\\oats.png',
  '/products/100%.png',
  '/products/Maize Meal.PNG',
  `/nfc/${composed}`,
  `/nfc/${decomposed}`,
  `/nfd/${composed}`,
  `/nfd/${decomposed}`,
  `/cafe\u0301/${composed}`,
  'no_selection',
  '/drawn/OATS.svg',
])('the picture %s is shown and not reported', async (reference) => {
  const report = await load({ 'products.csv': `sku,name,price,image\nOATS,Oats,1,${reference}\n` });
  expect([report.ok, report.warnings]).toEqual([true, []]);
  if (!reference.startsWith('/drawn/')) expect(await served(reference)).toEqual([200, 'image']);
});

const address = 'is an address: copy the picture';
const outside = 'is no path below the media folder';
const unusable: [reference: string, reason: string][] = [
  ['/products/rice.png', 'is not in the media folder: add the file'],
  ['\\products\\rice.png', 'is not in the media folder'],
  ['/products/oats.jpg', 'is not in the media folder'],
  ['https://cdn.example.com/oats.png', address],
  ['//cdn.example.com/oats.png', address],
  ['data:image/png;base64,AAAA', address],
  ['C:\\Pictures\\oats.png', outside],
  ['/words.jpg', 'is no picture that the shop can show'],
  ['/page.png', 'is no picture that the shop can show'],
  ['/scan.tiff', 'is no picture that the shop can show'],
  ['/empty.jpg', 'is an empty file'],
  ['/products', 'is a folder'],
  ['/products/', 'is a folder'],
  ['/Products/OATS.png', 'is not the name of the file, which is "/products/oats.png": write that'],
  ['/products/oats.png?v=3', 'is not the name of the file, which is "/products/oats.png"'],
  ['/products/oats.png#big', 'is not the name of the file, which is "/products/oats.png"'],
  ['/products/maize%20meal.png', 'is not the name of the file, which is "/products/Maize Meal.PNG"'],
  ['/products/100%25.png', 'is not the name of the file, which is "/products/100%.png"'],
  ['/nfd/../products/oats.png', 'is not the name of the file, which is "/products/oats.png"'],
  ['../secret.png', outside],
  ['/.hidden.png', outside],
  ['/out.png', 'cannot be read'],
  ['/drawn/GONE.svg', 'is the drawing of a product that the shop does not have'],
  [`/${'long/'.repeat(190)}oats.png`, 'is not in the media folder'],
];

test.each(unusable)(
  'the picture %s is reported with row and remedy, and shown as the placeholder',
  async (reference, reason) => {
    const table = `sku,name,price,image,gallery\nA,A,1,,\nB,B,1,"${reference}",\nC,C,1,,"/products/oats.png|${reference}"\n`;
    for (const options of [{ dryRun: true }, {}]) {
      const report = await load({ 'products.csv': table }, options);
      expect(report.ok).toBe(true);
      expect(report.warnings).toEqual(
        [
          { row: 3, column: 'image' },
          { row: 4, column: 'gallery' },
        ].map((place) =>
          expect.objectContaining({ ...place, reason: expect.stringContaining(`"${reference}" ${reason}`) }),
        ),
      );
      expect(describeReport(report)).toContain(`warning: products.csv, line 3, image: "${reference}" `);
    }
    expect(await served(reference)).toEqual([404, 'image']);
  },
);

test('pictures of categories, of documents and of mapped files are reported at their place', async () => {
  const categories = await load({ 'categories.csv': 'path,image\nPantry,/heads/gone.png\n' });
  expect(categories.warnings).toMatchObject([{ file: 'categories.csv', row: 2, column: 'image' }]);
  const product = {
    id: 1,
    sku: 'D',
    name: 'D',
    price: 1,
    image: '/d.png',
    media_gallery: [{ image: '/e.png' }],
  };
  const documents = await load({ 'products.jsonl': `${JSON.stringify(product)}\n` });
  expect(documents.warnings.map(({ line, column }) => [line, column])).toEqual([
    [1, 'image'],
    [1, 'media_gallery'],
  ]);
  const map = { files: { '*': { columns: { sku: 'Code', name: 'Code', price: 'Rand', image: 'Foto' } } } };
  const files = { 'list.csv': 'Code;Rand;Foto\nM;1;\nN;1;/n.png\n', 'map.json': JSON.stringify(map) };
  const mapped = await withFiles(files, (folder) =>
    importShop(shop.db, `${folder}/list.csv`, { map: `${folder}/map.json` }),
  );
  expect(mapped.warnings).toMatchObject([{ file: 'list.csv', row: 3, column: 'image' }]);
});

test('every one of many pictures is reported', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => `R${row},R,1,/gone/${row}.png\n`);
  const report = await load({ 'products.csv': `sku,name,price,image\n${rows.join('')}` }, { dryRun: true });
  expect(report.warnings).toHaveLength(300);
  expect(describeReport(report)).toContain('line 301, image: "/gone/299.png" is not in the media folder');
});
