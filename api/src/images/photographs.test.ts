import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageRoutes } from './routes.ts';

/** A shop owner's photographs go the same way as drawings; tried with real ones where they are at hand. */

const photographs = join(import.meta.dirname, '../../../../shared/data/images');
const sizes = [
  [600, 744],
  [310, 300],
  [150, 150],
] as const;

describe.skipIf(!existsSync(photographs))('a shop owner’s photographs', () => {
  let home: string;
  let app: FastifyInstance;
  let names: string[];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'fynbos-photographs-'));
    const own = join(home, 'media');
    await mkdir(own);
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#a33' } });
    const lying = plain(601, 203).jpeg().withMetadata({ orientation: 6 });
    await writeFile(join(own, 'upright.jpg'), await lying.toBuffer());
    await writeFile(join(own, 'thin.png'), await plain(3, 1999).png().toBuffer());
    app = Fastify();
    imageRoutes(app, { mediaFolders: [own, photographs], cacheFolder: join(home, 'cache') });
    const found = await readdir(photographs, { recursive: true });
    names = found.filter((name) => /\.(jpe?g|png|svg)$/.test(name)).filter((_, at) => at % 7 === 0);
  });
  afterAll(async () => {
    await app.close();
    await rm(home, { recursive: true });
  });

  const show = async (box: readonly [number, number], name: string, accept = 'image/webp') => {
    const path = name.split('/').map(encodeURIComponent).join('/');
    return app.inject({ url: `/img/${box[0]}/${box[1]}/resize/${path}`, headers: { accept } });
  };

  it('of every folder and kind are shown in every size, none larger than it was', async () => {
    expect(names.length).toBeGreaterThan(40);
    for (const [at, name] of names.entries()) {
      const [width, height] = sizes[at % sizes.length]!;
      const answer = await show([width, height], name);
      expect([name, answer.statusCode]).toEqual([name, 200]);
      const made = await sharp(answer.rawPayload).metadata();
      const given = await sharp(join(photographs, name)).metadata();
      expect(made.width <= width && made.height <= height).toBe(true);
      const isDrawing = given.format === 'svg';
      expect(isDrawing || (made.width <= given.width && made.height <= given.height)).toBe(true);
    }
  }, 60_000);

  it('stand upright as the camera was held', async () => {
    const made = await sharp((await show([310, 300], 'upright.jpg')).rawPayload).metadata();
    expect(made.height).toBeGreaterThan(made.width);
  });

  it('of odd shape keep at least a pixel', async () => {
    const made = await sharp((await show([150, 150], 'thin.png')).rawPayload).metadata();
    expect([made.width, made.height]).toEqual([1, 150]);
  });

  it('stay see-through where they are, in every format', async () => {
    const given = await sharp(join(photographs, 'drinks/apple-drink.png')).stats();
    for (const accept of ['image/avif', 'image/webp', '*/*']) {
      const answer = await show([310, 300], 'drinks/apple-drink.png', accept);
      const made = await sharp(answer.rawPayload).stats();
      expect([accept, made.isOpaque]).toEqual([accept, given.isOpaque]);
    }
  });
});
