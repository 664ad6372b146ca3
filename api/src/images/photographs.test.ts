import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageRoutes } from './routes.ts';

/** Photographs of every format and proportion, drawn here: noise is the hardest picture to compress. */

const shapes = [
  [1200, 1488],
  [900, 300],
  [64, 48],
] as const;
const formats = ['jpeg', 'png', 'svg'] as const;
const transparent = 'drinks/apple-drink.png';
const sizes = [
  [600, 744],
  [310, 300],
  [150, 150],
] as const;

describe('photographs of a shop owner', () => {
  let home: string;
  let app: FastifyInstance;
  let names: string[];
  let mediaFolder: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'fynbos-photographs-'));
    mediaFolder = join(home, 'media');
    await mkdir(mediaFolder);
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#a33' } });
    const lying = plain(601, 203).jpeg().withMetadata({ orientation: 6 });
    await writeFile(join(mediaFolder, 'upright.jpg'), await lying.toBuffer());
    await writeFile(join(mediaFolder, 'thin.png'), await plain(3, 1999).png().toBuffer());
    app = Fastify();
    imageRoutes(app, { mediaFolders: [mediaFolder], cacheFolder: join(home, 'cache') });
    names = await drawPhotographs(mediaFolder);
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
    expect(names).toHaveLength(shapes.length * formats.length);
    const pairs = names.flatMap((name) => sizes.map((size) => [name, size] as const));
    for (const [name, [width, height]] of pairs) {
      const response = await show([width, height], name);
      expect([name, response.statusCode]).toEqual([name, 200]);
      const made = await sharp(response.rawPayload).metadata();
      const original = await sharp(join(mediaFolder, name)).metadata();
      expect(made.width <= width && made.height <= height).toBe(true);
      const isDrawing = original.format === 'svg';
      expect(isDrawing || (made.width <= original.width && made.height <= original.height)).toBe(true);
    }
  });

  it('are rotated by their EXIF orientation', async () => {
    const made = await sharp((await show([310, 300], 'upright.jpg')).rawPayload).metadata();
    expect(made.height).toBeGreaterThan(made.width);
  });

  it('of extreme proportions are at least one pixel wide', async () => {
    const made = await sharp((await show([150, 150], 'thin.png')).rawPayload).metadata();
    expect([made.width, made.height]).toEqual([1, 150]);
  });

  it('stay transparent in every format', async () => {
    const original = await sharp(join(mediaFolder, transparent)).stats();
    for (const accept of ['image/avif', 'image/webp', '*/*']) {
      const response = await show([310, 300], transparent, accept);
      const made = await sharp(response.rawPayload).stats();
      expect([accept, made.isOpaque]).toEqual([accept, original.isOpaque]);
    }
  });
});

/** @returns the names of the pictures, one of every format and shape, in two folders */
async function drawPhotographs(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const sub of ['drinks', 'icons']) await mkdir(join(folder, sub));
  for (const [width, height] of shapes) {
    for (const format of formats) {
      const name = `${format === 'svg' ? 'icons' : 'drinks'}/${width}x${height}.${format}`;
      const picture =
        format === 'svg' ? drawing(width, height) : await noise(width, height).toFormat(format).toBuffer();
      await writeFile(join(folder, name), picture);
      names.push(name);
    }
  }
  const background = { r: 200, g: 30, b: 30, alpha: 0 };
  const glass = sharp({ create: { width: 400, height: 500, channels: 4, background } });
  await writeFile(join(folder, transparent), await glass.png().toBuffer());
  return names;
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const drawing = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="9" cy="9" r="9"/></svg>`;
