import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageRoutes } from './routes.ts';

/** Photographs are processed like drawings. Uses real photographs where they are available. */

const photographs = join(import.meta.dirname, '../../../../shared/data/images');
const sizes = [
  [600, 744],
  [310, 300],
  [150, 150],
] as const;

describe.skipIf(!existsSync(photographs))('photographs of a shop owner', () => {
  let home: string;
  let app: FastifyInstance;
  let names: string[];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'fynbos-photographs-'));
    const mediaFolder = join(home, 'media');
    await mkdir(mediaFolder);
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#a33' } });
    const lying = plain(601, 203).jpeg().withMetadata({ orientation: 6 });
    await writeFile(join(mediaFolder, 'upright.jpg'), await lying.toBuffer());
    await writeFile(join(mediaFolder, 'thin.png'), await plain(3, 1999).png().toBuffer());
    app = Fastify();
    imageRoutes(app, { mediaFolders: [mediaFolder, photographs], cacheFolder: join(home, 'cache') });
    const files = await readdir(photographs, { recursive: true });
    names = files.filter((name) => /\.(jpe?g|png|svg)$/.test(name)).filter((_, at) => at % 7 === 0);
  });
  afterAll(async () => {
    await app.close();
    await rm(home, { recursive: true });
  });

  const show = async (size: readonly [number, number], name: string, accept = 'image/webp') => {
    const path = name.split('/').map(encodeURIComponent).join('/');
    return app.inject({ url: `/img/${size[0]}/${size[1]}/resize/${path}`, headers: { accept } });
  };

  it('from every folder and of every format are resized to every size and never enlarged', async () => {
    expect(names.length).toBeGreaterThan(40);
    for (const [at, name] of names.entries()) {
      const [width, height] = sizes[at % sizes.length]!;
      const response = await show([width, height], name);
      expect([name, response.statusCode]).toEqual([name, 200]);
      const made = await sharp(response.rawPayload).metadata();
      const original = await sharp(join(photographs, name)).metadata();
      expect(made.width <= width && made.height <= height).toBe(true);
      const isDrawing = original.format === 'svg';
      expect(isDrawing || (made.width <= original.width && made.height <= original.height)).toBe(true);
    }
  }, 60_000);

  it('are rotated by their EXIF orientation', async () => {
    const made = await sharp((await show([310, 300], 'upright.jpg')).rawPayload).metadata();
    expect(made.height).toBeGreaterThan(made.width);
  });

  it('of extreme proportions are at least one pixel wide', async () => {
    const made = await sharp((await show([150, 150], 'thin.png')).rawPayload).metadata();
    expect([made.width, made.height]).toEqual([1, 150]);
  });

  it('stay transparent in every format', async () => {
    const original = await sharp(join(photographs, 'drinks/apple-drink.png')).stats();
    for (const accept of ['image/avif', 'image/webp', '*/*']) {
      const response = await show([310, 300], 'drinks/apple-drink.png', accept);
      const made = await sharp(response.rawPayload).stats();
      expect([accept, made.isOpaque]).toEqual([accept, original.isOpaque]);
    }
  });
});
