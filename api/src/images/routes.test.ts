import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerProblems, checkInput } from '../route.ts';
import { imageRoutes } from './routes.ts';

const red = { r: 200, g: 30, b: 30 };
let home: string;
let media: string;
let cacheFolder: string;
let app: FastifyInstance;

async function shopWithPictures(): Promise<FastifyInstance> {
  const made = Fastify();
  checkInput(made);
  answerProblems(made, []);
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

async function keptPictures(): Promise<string[]> {
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
  const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  await writeFile(join(media, 'half.png'), whole.subarray(0, whole.length / 2));
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
  ])('%s puts a picture of 1200x900 into %i x %i', async (action, width, height, expected) => {
    const answer = await get(`/img/${width}/${height}/${action}/o/a/oats.jpg`);
    expect(answer.statusCode).toBe(200);
    expect(await sizeOf(answer.rawPayload)).toEqual(expected);
  });

  it('resize never enlarges a photograph', async () => {
    expect(await sizeOf((await get('/img/600/744/resize/small.png')).rawPayload)).toEqual([40, 20]);
  });

  it('makes a drawing as large as the box, with sharp edges', async () => {
    const answer = await get('/img/600/744/resize/circle.svg');
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([600, 600]);
    const middle = Array.from({ length: 600 }, (_, x) => data[(300 * 600 + x) * info.channels + 3]!);
    expect(middle.filter((alpha) => alpha > 5 && alpha < 250).length).toBeLessThanOrEqual(4);
  });

  it('refuses a size that is not in the list, and says which are', async () => {
    const answer = await get('/img/601/744/resize/o/a/oats.jpg');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 400,
      result:
        'Images come in these sizes: 600x744, 310x300, 150x150, 1280x440, 720x720, 1200x480, 1200x1488.',
      meta: { problem: 'image_size_refused' },
    });
  });

  it('refuses a size that is no number and an action it does not know', async () => {
    for (const url of [
      '/img/a/744/fit/small.png',
      '/img/-1/744/fit/small.png',
      '/img/150/150/blur/small.png',
    ]) {
      expect((await get(url)).json()).toMatchObject({ code: 400, meta: { problem: 'invalid_input' } });
    }
  });

  it('takes the same order in the query', async () => {
    const answer = await get('/img?url=%2Fo%2Fa%2Foats.jpg&width=310&height=300&action=fit');
    expect(await sizeOf(answer.rawPayload)).toEqual([310, 300]);
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
  ])('answers Accept "%s" with %s', async (accept, type) => {
    const answer = await get('/img/150/150/fit/o/a/oats.jpg', { accept });
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers.vary).toBe('Accept');
    expect((await sharp(answer.rawPayload).metadata()).mediaType).toBe(type);
  });

  it('keeps what is see-through see-through, as PNG where nothing better is read', async () => {
    const answer = await get('/img/150/150/fit/glass.png');
    expect(answer.headers['content-type']).toBe('image/png');
    expect((await sharp(answer.rawPayload).metadata()).hasAlpha).toBe(true);
  });

  it('believes the content of a file, not its ending', async () => {
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
  it('may be kept for a year, and a client that has it is told so', async () => {
    const first = await get('/img/310/300/fit/o/a/oats.jpg');
    expect(first.headers['cache-control']).toBe('public, max-age=31557600');
    const again = await get('/img/310/300/fit/o/a/oats.jpg', { 'if-none-match': `W/${first.headers.etag}` });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const webp = { accept: 'image/webp', 'if-none-match': String(first.headers.etag) };
    expect((await get('/img/310/300/fit/o/a/oats.jpg', webp)).statusCode).toBe(200);
  });

  it('reads the second request from the disk, also in another process', async () => {
    const url = '/img/600/744/fit/o/a/oats.jpg';
    const before = await keptPictures();
    await get(url);
    const [file] = (await keptPictures()).filter((kept) => !before.includes(kept));
    await writeFile(file!, Buffer.from([0xff, 0xd8, 1, 2, 3]));
    const other = await shopWithPictures();
    expect((await other.inject({ url })).rawPayload).toEqual(Buffer.from([0xff, 0xd8, 1, 2, 3]));
    await other.close();
  });

  it('makes a picture anew when its source changes', async () => {
    const file = join(media, 'changing.png');
    await writeFile(file, await plain(150, 150).png().toBuffer());
    const first = await get('/img/150/150/fit/changing.png');
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect((await get('/img/150/150/fit/changing.png')).headers.etag).not.toBe(first.headers.etag);
  });

  it('leaves nothing unfinished in its folder', async () => {
    await get('/img/150/150/fit/small.png');
    expect((await keptPictures()).filter((file) => !/\/[0-9a-f]{40}$/.test(file))).toEqual([]);
  });

  it('shows pictures although its folder cannot be written', async () => {
    const readOnly = Fastify();
    imageRoutes(readOnly, { mediaFolders: [media], cacheFolder: join(media, 'small.png', 'cache') });
    expect((await readOnly.inject({ url: '/img/150/150/fit/small.png' })).statusCode).toBe(200);
    await readOnly.close();
  });
});

describe('what stands in', () => {
  it.each(['placeholder', 'no_selection', '/no_selection', ''])(
    'shows the placeholder for "%s"',
    async (path) => {
      const answer = await get(`/img/310/300/resize/${path}`);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
      expect(await sizeOf(answer.rawPayload)).toEqual([300, 300]);
    },
  );

  it.each(['gone.jpg', 'o/a', 'words.jpg', 'half.png', 'bomb.png', 'scan.tiff', 'wide.svg'])(
    'answers 404 with the placeholder for %s',
    async (path) => {
      const answer = await get(`/img/310/300/resize/${path}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'image/jpeg']);
      expect(await sizeOf(answer.rawPayload)).toEqual([300, 300]);
    },
  );

  it.each(['gone.jpg', 'o/a', 'words.jpg', 'scan.tiff'])('has nothing to tell of %s', async (path) => {
    const answer = await get(`/img/0/0/identify/${path}`);
    expect(answer.json()).toMatchObject({ code: 404, meta: { problem: 'image_not_found' } });
  });

  it('lets the operator bring a placeholder of their own', async () => {
    const own = join(home, 'own');
    await mkdir(own);
    await writeFile(
      join(own, 'placeholder.svg'),
      drawing('<rect width="100" height="50"/>', 'viewBox="0 0 100 50"'),
    );
    const shop = Fastify();
    imageRoutes(shop, { mediaFolders: [own], cacheFolder });
    const answer = await shop.inject({ url: '/img/150/150/resize/no_selection' });
    expect(await sizeOf(answer.rawPayload)).toEqual([150, 75]);
    await shop.close();
  });
});

describe('what may not be reached', () => {
  /** Sent as it is written; the test client of Fastify would tidy the path first. */
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
  ])('never opens %.40s', async (path) => {
    const answer = await raw(`/img/150/150/fit/${path}`);
    expect([400, 404]).toContain(answer.status);
    const identity = await raw(`/img/150/150/identify/${path}`);
    expect([400, 404]).toContain(identity.status);
  });

  it('never opens an absolute path, which means one inside the media folder', async () => {
    expect((await raw(`/img/150/150/fit/${join(home, 'secret.png')}`)).status).toBe(404);
    expect((await raw(`/img?width=150&height=150&action=fit&url=${join(home, 'secret.png')}`)).status).toBe(
      404,
    );
    expect((await raw('/img?width=150&height=150&action=fit&url=http://127.0.0.1/a.png')).status).toBe(400);
  });

  it('follows a link that stays in the folder', async () => {
    expect((await get('/img/150/150/fit/inside.png')).statusCode).toBe(200);
  });

  it('draws a picture with scripts and outside references without running or fetching anything', async () => {
    const asked: (string | undefined)[] = [];
    const outside = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
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
    const answer = await get('/img/150/150/fit/hostile.svg', { accept: 'image/svg+xml,*/*' });
    outside.close();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(asked).toEqual([]);
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ];
    expect([at(5, 5), at(100, 100)]).toEqual([
      [0, 0, 255, 255],
      [0, 0, 0, 0],
    ]);
  });

  it('never fails on any path', async () => {
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
      fc.asyncProperty(order, async ([box, action, parts]) => {
        const { status } = await raw(`/img/${box}/${action}/${parts.join('/')}`);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
