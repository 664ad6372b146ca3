import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStubServer } from '@fynbos/test-kit/network/stub-server.ts';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInput, installErrorHandlers } from '../route.ts';
import { imageRoutes } from './routes.ts';

const red = { r: 200, g: 30, b: 30 };
let home: string;
let media: string;
let cacheFolder: string;
let app: FastifyInstance;

async function shopWithPictures(): Promise<FastifyInstance> {
  const made = Fastify();
  checkInput(made);
  installErrorHandlers(made, []);
  imageRoutes(made, { mediaFolders: [media], cacheFolder });
  await made.ready();
  return made;
}

function plain(width: number, height: number, channels: 3 | 4 = 3) {
  const background = channels === 4 ? { ...red, alpha: 0.5 } : red;
  return sharp({ create: { width, height, channels, background } });
}

function drawing(inside: string, size = 'viewBox="0 0 100 100"') {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`;
}

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers });
}

async function sizeOf(picture: Buffer) {
  const { width, height } = await sharp(picture).metadata();
  return [width, height];
}

async function cachedPictures(): Promise<string[]> {
  const entries = await readdir(cacheFolder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fynbos-images-'));
  media = join(home, 'media');
  cacheFolder = join(home, 'cache');
  await mkdir(join(media, 'o/a'), { recursive: true });
  await writeFile(join(home, 'secret.png'), await plain(10, 10).png().toBuffer());
  await writeFile(join(media, 'o/a/oats.jpg'), await plain(1200, 900).jpeg().toBuffer());
  await writeFile(join(media, 'small.png'), await plain(40, 20).png().toBuffer());
  await writeFile(join(media, 'glass.png'), await plain(400, 400, 4).png().toBuffer());
  await writeFile(join(media, 'lies.gif'), await plain(400, 300).webp().toBuffer());
  await writeFile(join(media, 'words.jpg'), 'this is not a picture');
  await writeFile(join(media, 'scan.tiff'), await plain(50, 50).tiff().toBuffer());
  const complete = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  await writeFile(join(media, 'half.png'), complete.subarray(0, complete.length / 2));
  await writeFile(join(media, 'bomb.png'), await plain(8000, 8000).png().toBuffer());
  await writeFile(join(media, 'circle.svg'), drawing('<circle cx="50" cy="50" r="50" fill="#060"/>'));
  await writeFile(
    join(media, 'wide.svg'),
    drawing('<rect width="9e6" height="9e6"/>', 'width="9e6" height="9e6"'),
  );
  await symlink(join(home, 'secret.png'), join(media, 'out.png'));
  await symlink(home, join(media, 'up'));
  await symlink(join(media, 'small.png'), join(media, 'inside.png'));
  app = await shopWithPictures();
});

afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

describe('sizes', () => {
  it.each([
    ['resize', 600, 744, [600, 450]],
    ['resize', 310, 300, [310, 232]],
    ['fit', 310, 300, [310, 300]],
    ['fit', 150, 150, [150, 150]],
  ])('%s renders a picture of 1200x900 into %i x %i', async (action, width, height, expected) => {
    const response = await get(`/img/${width}/${height}/${action}/o/a/oats.jpg`);
    expect(response.statusCode).toBe(200);
    expect(await sizeOf(response.rawPayload)).toEqual(expected);
  });

  it('resize does not enlarge a photograph', async () => {
    expect(await sizeOf((await get('/img/600/744/resize/small.png')).rawPayload)).toEqual([40, 20]);
  });

  it('a drawing is rendered at the requested size with sharp edges', async () => {
    const response = await get('/img/600/744/resize/circle.svg');
    const { data, info } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([600, 600]);
    const middle = Array.from({ length: 600 }, (_, x) => data[(300 * 600 + x) * info.channels + 3]!);
    expect(middle.filter((alpha) => alpha > 5 && alpha < 250).length).toBeLessThanOrEqual(4);
  });

  it('a size that is not allowed is rejected with the list of allowed sizes', async () => {
    const response = await get('/img/601/744/resize/o/a/oats.jpg');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 400,
      result:
        'Images are available in these sizes: 600x744, 310x300, 150x150, 280x280, 1280x440, 720x720, 1200x480, 1200x1488.',
      meta: { problem: 'image_size_refused' },
    });
  });

  it('a size that is not a number and an unknown action are rejected', async () => {
    for (const url of [
      '/img/a/744/fit/small.png',
      '/img/-1/744/fit/small.png',
      '/img/150/150/blur/small.png',
    ]) {
      expect((await get(url)).json()).toMatchObject({ code: 400, meta: { problem: 'invalid_input' } });
    }
  });

  it('the query accepts the same parameters as the path', async () => {
    const response = await get('/img?url=%2Fo%2Fa%2Foats.jpg&width=310&height=300&action=fit');
    expect(await sizeOf(response.rawPayload)).toEqual([310, 300]);
    expect((await get('/img?url=/o/a/oats.jpg&width=310')).statusCode).toBe(400);
  });
});

describe('formats', () => {
  it.each([
    ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['image/avif;q=0,image/webp', 'image/webp'],
    ['*/*', 'image/jpeg'],
    ['', 'image/jpeg'],
  ])('Accept "%s" results in %s', async (accept, type) => {
    const response = await get('/img/150/150/fit/o/a/oats.jpg', { accept });
    expect(response.headers['content-type']).toBe(type);
    expect(response.headers.vary).toBe('Accept');
    expect((await sharp(response.rawPayload).metadata()).mediaType).toBe(type);
  });

  it('a transparent picture stays transparent, as PNG when the client accepts no better format', async () => {
    const response = await get('/img/150/150/fit/glass.png');
    expect(response.headers['content-type']).toBe('image/png');
    expect((await sharp(response.rawPayload).metadata()).hasAlpha).toBe(true);
  });

  it('the format is detected from the content, not from the file extension', async () => {
    expect((await get('/img/150/150/fit/lies.gif')).statusCode).toBe(200);
    expect((await get('/img/1/1/identify/lies.gif')).json()).toEqual({
      format: 'webp',
      width: 400,
      height: 300,
      size: (await readFile(join(media, 'lies.gif'))).length,
      hasAlpha: false,
    });
  });
});

describe('keeping', () => {
  it('a picture can be cached for a year and is revalidated with 304', async () => {
    const first = await get('/img/310/300/fit/o/a/oats.jpg');
    expect(first.headers['cache-control']).toBe('public, max-age=31557600');
    const revalidated = await get('/img/310/300/fit/o/a/oats.jpg', {
      'if-none-match': `W/${first.headers.etag}`,
    });
    expect([revalidated.statusCode, revalidated.rawPayload.length]).toEqual([304, 0]);
    const webp = { accept: 'image/webp', 'if-none-match': String(first.headers.etag) };
    expect((await get('/img/310/300/fit/o/a/oats.jpg', webp)).statusCode).toBe(200);
  });

  it('the second request is served from disk, also by another process', async () => {
    const url = '/img/600/744/fit/o/a/oats.jpg';
    const before = await cachedPictures();
    await get(url);
    const [file] = (await cachedPictures()).filter((path) => !before.includes(path));
    await writeFile(file!, Buffer.from([0xff, 0xd8, 1, 2, 3]));
    const secondApp = await shopWithPictures();
    expect((await secondApp.inject({ url })).rawPayload).toEqual(Buffer.from([0xff, 0xd8, 1, 2, 3]));
    await secondApp.close();
  });

  it('a picture is rendered again when its source changes', async () => {
    const file = join(media, 'changing.png');
    await writeFile(file, await plain(150, 150).png().toBuffer());
    const first = await get('/img/150/150/fit/changing.png');
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect((await get('/img/150/150/fit/changing.png')).headers.etag).not.toBe(first.headers.etag);
  });

  it('the cache folder contains no temporary files', async () => {
    await get('/img/150/150/fit/small.png');
    expect((await cachedPictures()).filter((file) => !/\/[0-9a-f]{40}$/.test(file))).toEqual([]);
  });

  it('pictures are served although the cache folder is not writable', async () => {
    const readOnly = Fastify();
    imageRoutes(readOnly, { mediaFolders: [media], cacheFolder: join(media, 'small.png', 'cache') });
    expect((await readOnly.inject({ url: '/img/150/150/fit/small.png' })).statusCode).toBe(200);
    await readOnly.close();
  });
});

describe('the placeholder', () => {
  it.each(['placeholder', 'no_selection', '/no_selection', ''])('is shown for "%s"', async (path) => {
    const response = await get(`/img/310/300/resize/${path}`);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    expect(await sizeOf(response.rawPayload)).toEqual([300, 300]);
  });

  it.each(['gone.jpg', 'o/a', 'words.jpg', 'half.png', 'bomb.png', 'scan.tiff', 'wide.svg'])(
    'is returned with 404 for %s',
    async (path) => {
      const response = await get(`/img/310/300/resize/${path}`);
      expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'image/jpeg']);
      expect(await sizeOf(response.rawPayload)).toEqual([300, 300]);
    },
  );

  it.each(['gone.jpg', 'o/a', 'words.jpg', 'scan.tiff'])(
    'is not described by identify for %s',
    async (path) => {
      const response = await get(`/img/0/0/identify/${path}`);
      expect(response.json()).toMatchObject({ code: 404, meta: { problem: 'image_not_found' } });
    },
  );

  it('can be replaced by the operator', async () => {
    const ownMedia = join(home, 'own');
    await mkdir(ownMedia);
    await writeFile(
      join(ownMedia, 'placeholder.svg'),
      drawing('<rect width="100" height="50"/>', 'viewBox="0 0 100 50"'),
    );
    const shop = Fastify();
    imageRoutes(shop, { mediaFolders: [ownMedia], cacheFolder });
    const response = await shop.inject({ url: '/img/150/150/resize/no_selection' });
    expect(await sizeOf(response.rawPayload)).toEqual([150, 75]);
    await shop.close();
  });
});

describe('paths outside the media folder', () => {
  /** Sends the path unchanged; Fastify's test client would normalise it. */
  async function raw(path: string) {
    const { port } = app.server.address() as AddressInfo;
    return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }));
      });
      sent.on('error', reject).end();
    });
  }

  beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));

  it.each([
    '../secret.png',
    'o/../../secret.png',
    '..%2fsecret.png',
    '%2e%2e/secret.png',
    '%2e%2e%2fsecret.png',
    '..%5csecret.png',
    '%252e%252e%252fsecret.png',
    'small.png%00',
    'small.png%00.jpg',
    '.hidden.png',
    'C:%5cpictures%5csmall.png',
    'http://127.0.0.1/small.png',
    'file:%2f%2f%2fetc%2fpasswd',
    'out.png',
    'up/secret.png',
    'up/media/../secret.png',
    `${'a'.repeat(900)}.png`,
  ])('%.40s is never opened', async (path) => {
    const response = await raw(`/img/150/150/fit/${path}`);
    expect([400, 404]).toContain(response.status);
    const identity = await raw(`/img/150/150/identify/${path}`);
    expect([400, 404]).toContain(identity.status);
  });

  it('absolute paths are read as paths inside the media folder', async () => {
    expect((await raw(`/img/150/150/fit/${join(home, 'secret.png')}`)).status).toBe(404);
    expect((await raw(`/img?width=150&height=150&action=fit&url=${join(home, 'secret.png')}`)).status).toBe(
      404,
    );
    expect((await raw('/img?width=150&height=150&action=fit&url=http://127.0.0.1/a.png')).status).toBe(404);
  });

  it('a symbolic link within the folder is followed', async () => {
    expect((await get('/img/150/150/fit/inside.png')).statusCode).toBe(200);
  });

  it('an SVG with scripts and external references is rendered without running or fetching anything', async () => {
    const outside = await openStubServer(() => ({}));
    const address = outside.url;
    const secret = join(home, 'secret.png');
    const references = [`${address}/a.png`, `file://${secret}`, secret, '../secret.png', 'small.png'];
    const inside = references.map(
      (href) => `<image xlink:href="${href}" href="${href}" width="100" height="100"/>`,
    );
    await writeFile(
      join(media, 'hostile.svg'),
      `<?xml-stylesheet href="${address}/style.css"?><!DOCTYPE svg [<!ENTITY secret SYSTEM "file://${secret}">]>
      ${drawing(`<style>@import url(${address}/b.css);</style><script href="${address}/c.js">fetch('${address}/d')</script>
      ${inside.join('')}<rect width="10" height="10" fill="#00f" onload="fetch('${address}/e')"/>`)}`,
    );
    const response = await get('/img/150/150/fit/hostile.svg', { accept: 'image/svg+xml,*/*' });
    await outside.close();
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
    expect(outside.receivedRequests).toEqual([]);
    const { data, info } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ];
    expect([at(5, 5), at(100, 100)]).toEqual([
      [0, 0, 255, 255],
      [0, 0, 0, 0],
    ]);
  });

  it('random paths never cause a server error', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        '%00',
        '%2e%2e',
        '%2f',
        '%',
        'o',
        'a',
        'oats.jpg',
        'small.png',
        'up',
        '~',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
      fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/[\s#?]/g, '')),
    );
    const order = fc.tuple(
      fc.constantFrom('150/150', '310/300', '0/0', '-1/9e9', 'x/y'),
      fc.constantFrom('fit', 'resize', 'identify', 'crop'),
      fc.array(part, { maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(order, async ([size, action, parts]) => {
        const { status } = await raw(`/img/${size}/${action}/${parts.join('/')}`);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
