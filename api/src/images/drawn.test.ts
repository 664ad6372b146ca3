import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnImage } from '@fynbos/core/pictures/address.ts';
import { drawPicture } from '@fynbos/core/pictures/picture.ts';
import type { Subject } from '@fynbos/core/pictures/subject.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerProblems, checkInput } from '../route.ts';
import { imageRoutes } from './routes.ts';

/** The pictures of products that have none, through the route that shows all pictures. */

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
  answerProblems(app, []);
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

const kept = async () =>
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

describe('a drawn product', () => {
  it.each([
    [600, 744, 600],
    [310, 300, 300],
    [150, 150, 150],
  ])('fills a box of %i x %i', async (width, height, side) => {
    const answer = await (await shop()).inject({
      url: `/img/${width}/${height}/resize${drawnImage('OATS-1')}`,
      headers: { accept: 'image/avif' },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/avif']);
    const found = await sharp(answer.rawPayload).metadata();
    expect([found.width, found.height]).toEqual([side, side]);
  });

  it('is made once for everybody who asks, in every process that shares the folder', async () => {
    const [one, other] = [await shop(), await shop()];
    const url = `/img/310/300/resize${drawnImage('OATS-1')}`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).inject({ url })),
    );
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
    expect(answers.every((answer) => answer.rawPayload.equals(answers[0]!.rawPayload))).toBe(true);
    expect(await kept()).toHaveLength(1);
  });

  it('looks new when the product changes, under the same address, and is asked for again after a day', async () => {
    const app = await shop();
    const url = `/img/150/150/resize${drawnImage('OATS-1')}`;
    const before = await app.inject({ url });
    expect(before.headers['cache-control']).toBe('public, max-age=86400');
    const again = { url, headers: { 'if-none-match': before.headers.etag as string } };
    expect((await app.inject(again)).statusCode).toBe(304);
    products.set('OATS-1', { ...oats, name: 'Rolled Oats with Honey 1 kg' });
    const after = await app.inject(again);
    expect([after.statusCode, after.headers.etag === before.headers.etag]).toEqual([200, false]);
  });

  it.each(['A/B', 'A B', '100%', 'Ünder', 'a%2Fb', '..', 'x.svg', 'no_selection', '#1?'])(
    'is found under the sku %s',
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

  it('tells what it is', async () => {
    const answer = await (await shop()).inject({ url: `/img/0/0/identify${drawnImage('OATS-1')}` });
    expect(answer.json()).toMatchObject({ format: 'svg', width: 600, height: 600 });
  });

  it('that nobody knows is a placeholder with 404', async () => {
    const answer = await (await shop()).inject({ url: '/img/150/150/resize/drawn/GONE.svg' });
    expect([answer.statusCode, answer.headers['cache-control'], drawings]).toEqual([
      404,
      'public, max-age=300',
      0,
    ]);
  });
});
