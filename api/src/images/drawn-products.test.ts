import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subject } from '@fynbos/artwork/picture-subject.ts';
import { drawPicture } from '@fynbos/artwork/product-picture.ts';
import { drawnImage } from '@fynbos/core/images/drawn-image.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkInput, installErrorHandlers } from '../route.ts';
import { imageRoutes } from './routes.ts';

/** Drawn pictures of products without a photograph, through the image route. */

const oats: Subject = {
  name: 'Rolled Oats 1 kg',
  brand: 'Goeiemore',
  format: 'Bag',
  packsize: '1 kg',
  colour: '',
  kinds: ['Oats', 'Breakfast'],
};

let products: Map<string, Subject>;
let cacheFolder: string;
let drawings: number;
let apps: FastifyInstance[];

async function shop(): Promise<FastifyInstance> {
  const app = Fastify();
  checkInput(app);
  installErrorHandlers(app, []);
  imageRoutes(app, {
    mediaFolders: [],
    cacheFolder,
    drawn(sku) {
      const subject = products.get(sku);
      drawings += subject ? 1 : 0;
      return subject && drawPicture(subject, new Map());
    },
  });
  await app.ready();
  apps.push(app);
  return app;
}

const cachedFiles = async () =>
  (await readdir(cacheFolder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

beforeEach(async () => {
  products = new Map([['OATS-1', oats]]);
  cacheFolder = await mkdtemp(join(tmpdir(), 'fynbos-drawn-'));
  drawings = 0;
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  await rm(cacheFolder, { recursive: true });
});

describe('the picture of a drawn product', () => {
  it.each([
    [600, 744, 600],
    [310, 300, 300],
    [150, 150, 150],
  ])('fits into %i x %i', async (width, height, side) => {
    const response = await (await shop()).inject({
      url: `/img/${width}/${height}/resize${drawnImage('OATS-1')}`,
      headers: { accept: 'image/avif' },
    });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/avif']);
    const metadata = await sharp(response.rawPayload).metadata();
    expect([metadata.width, metadata.height]).toEqual([side, side]);
  });

  it('is rendered once for concurrent requests by all processes that share the folder', async () => {
    const [firstApp, secondApp] = [await shop(), await shop()];
    const url = `/img/310/300/resize${drawnImage('OATS-1')}`;
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? firstApp : secondApp).inject({ url })),
    );
    expect(new Set(responses.map((response) => response.headers.etag)).size).toBe(1);
    expect(responses.every((response) => response.rawPayload.equals(responses[0]!.rawPayload))).toBe(true);
    expect(await cachedFiles()).toHaveLength(1);
  });

  it('changes with the product at the same URL, and is cached for 30 days', async () => {
    const app = await shop();
    const url = `/img/150/150/resize${drawnImage('OATS-1')}`;
    const before = await app.inject({ url });
    expect(before.headers['cache-control']).toBe('public, max-age=2592000');
    const revalidation = { url, headers: { 'if-none-match': before.headers.etag as string } };
    expect((await app.inject(revalidation)).statusCode).toBe(304);
    products.set('OATS-1', { ...oats, name: 'Rolled Oats with Honey 1 kg' });
    const after = await app.inject(revalidation);
    expect([after.statusCode, after.headers.etag === before.headers.etag]).toEqual([200, false]);
  });

  it.each(['A/B', 'A B', '100%', 'Ünder', 'a%2Fb', '..', 'x.svg', 'no_selection', '#1?'])(
    'is found by the sku %s',
    async (sku) => {
      products.set(sku, oats);
      const app = await shop();
      const image = drawnImage(sku);
      const encodedOnceMore = image.split('/').map(encodeURIComponent).join('/');
      for (const path of [image, encodedOnceMore]) {
        expect((await app.inject({ url: `/img/150/150/resize${path}` })).statusCode).toBe(200);
      }
    },
  );

  it('is described by identify', async () => {
    const response = await (await shop()).inject({ url: `/img/0/0/identify${drawnImage('OATS-1')}` });
    expect(response.json()).toMatchObject({ format: 'svg', width: 600, height: 600 });
  });

  it('is a placeholder with 404 for an unknown product', async () => {
    const response = await (await shop()).inject({ url: '/img/150/150/resize/drawn/GONE.svg' });
    expect([response.statusCode, response.headers['cache-control'], drawings]).toEqual([
      404,
      'public, max-age=300',
      0,
    ]);
  });
});
