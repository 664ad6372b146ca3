import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { openStubServer } from '@fynbos/test-kit/network/stub-server.ts';
import { isLong, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkInput, installErrorHandlers } from '../route.ts';
import { pictureCache } from './image-cache.ts';
import { imageRoutes } from './routes.ts';

/** Requests for pictures that try to exhaust the server or to read other files. */

let home: string;
let media: string;
let cacheFolder: string;
let app: FastifyInstance;
let drawings = 0;
const warnings: string[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fynbos-hostile-'));
  media = join(home, 'media');
  cacheFolder = join(home, 'cache');
  await mkdir(join(media, 'o'), { recursive: true });
  await writeFile(join(media, 'o/oats.jpg'), await photograph().jpeg().toBuffer());
  await symlink(media, join(media, 'round'));
  const stream = { write: (line: string) => void warnings.push(line) };
  app = Fastify({ routerOptions: { maxParamLength: 2000 }, logger: { level: 'warn', stream } });
  checkInput(app);
  installErrorHandlers(app, []);
  imageRoutes(app, { mediaFolders: [media], cacheFolder, drawn });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

function photograph() {
  return sharp({ create: { width: 900, height: 700, channels: 3, background: '#c63' } });
}

function drawn(sku: string): string | undefined {
  if (sku !== 'TEA') return undefined;
  drawings++;
  return drawing('<rect width="100" height="100" fill="#080"/>');
}

function drawing(inside: string, more = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100" ${more}>${inside}</svg>`;
}

/** Sends the path unchanged; other clients would normalise it. */
function raw(path: string): Promise<{ status: number; etag: string | undefined; type: string | undefined }> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', path }, (response) => {
      const { etag, 'content-type': type } = response.headers;
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, etag, type }));
    });
    sent.on('error', reject).end();
  });
}

async function cachedPictures(): Promise<string[]> {
  const entries = await readdir(cacheFolder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('image requests (T13)', () => {
  test('sizes that are not allowed are never rendered', async ({ task }) => {
    const before = [await cachedPictures(), drawings];
    const count = repetitions(200, 10_000);
    for (let at = 0; at < count; at++) {
      const size = `${1 + (at % 2000)}/${2 + Math.floor(at / 7)}`;
      const path = at % 2 ? '/o/oats.jpg' : '/drawn/TEA.svg';
      const { statusCode } = await app.inject(`/img/${size}/${at % 3 ? 'fit' : 'resize'}${path}`);
      expect(statusCode, size).toBe(400);
    }
    expect([await cachedPictures(), drawings]).toEqual(before);
    task.meta.attempts = count;
  });

  test('all spellings of a path share one cached picture', async ({ task }) => {
    const drawnSpellings = [
      ...[
        '/drawn/TEA.svg',
        '//drawn/TEA.svg',
        '///////drawn/TEA.svg',
        '/drawn/%54EA.svg',
        '/drawn/%2554EA.svg',
      ],
      ...['/drawn%2fTEA.svg', '/%64rawn/TEA.svg', '%2f%2fdrawn/TE%41.svg', '/drawn/T%2545A.svg'],
      '/drawn/%25%35%34EA.svg',
    ];
    const photographSpellings = [
      ...['/o/oats.jpg', '//o//oats.jpg', '/o///oats.jpg', '/%6f/oats.jpg', '/o%2foats.jpg', '/o/oats.jpg/'],
      ...['/round/o/oats.jpg', '/round/round/round/o/oats.jpg', `${'/round'.repeat(30)}/o/oats.jpg`],
    ];
    for (const spellings of [drawnSpellings, photographSpellings]) {
      const before = await cachedPictures();
      const etags = new Set<string>();
      for (const path of spellings) {
        const byPath = await raw(`/img/150/150/fit${path}`);
        const byQuery = await raw(`/img?width=150&height=150&action=fit&url=${path}`);
        for (const { status, etag } of [byPath, byQuery]) if (status === 200) etags.add(etag!);
      }
      expect(etags.size).toBe(1);
      expect(await cachedPictures()).toHaveLength(before.length + 1);
    }
    task.meta.attempts = 2 * (drawnSpellings.length + photographSpellings.length);
  });

  test('the image route fetches nothing from other hosts', async ({ task }) => {
    const outside = await openStubServer(() => ({}));
    const listenerHost = new URL(outside.url).host;
    const addresses = [
      ...[
        'http://169.254.169.254/latest/meta-data/',
        `http://${listenerHost}/a.png`,
        `//${listenerHost}/a.png`,
      ],
      ...[
        `http:/${listenerHost}/a.png`,
        `https://${listenerHost}/a.png`,
        `ftp://${listenerHost}/a.png`,
        `http://x@${listenerHost}/a.png`,
      ],
      ...['file:///etc/passwd', 'file:/etc/passwd', 'FILE://localhost/etc/passwd', '/etc/passwd'],
      ...[
        '/proc/self/environ',
        '//proc/self/environ',
        'data:image/png;base64,AAAA',
        'gopher://127.0.0.1:6379/_',
      ],
      ...['\\\\169.254.169.254\\a', 'http://[::ffff:169.254.169.254]/', 'http://2852039166/', 'php://input'],
    ];
    const spellings = addresses.flatMap((address) => [
      address,
      encodeURIComponent(address),
      encodeURIComponent(encodeURIComponent(address)),
    ]);
    for (const address of spellings) {
      for (const action of ['fit', 'identify']) {
        const byQuery = await raw(`/img?width=150&height=150&action=${action}&url=${address}`);
        const byPath = await raw(`/img/150/150/${action}/${address}`);
        expect(
          [byQuery.status, byPath.status].every((status) => [400, 404].includes(status)),
          address,
        ).toBe(true);
      }
    }
    await outside.close();
    expect(outside.receivedRequests).toEqual([]);
    task.meta.attempts = 4 * spellings.length;
  });

  test('decompression bombs result in a placeholder or in their real small picture', async ({ task }) => {
    const jpeg = await photograph().jpeg().toBuffer();
    const png = await photograph().png().toBuffer();
    const entities = Array.from({ length: 12 }, (_, at) => {
      const before = at === 0 ? 'ha' : `&l${at - 1};`.repeat(10);
      return `<!ENTITY l${at} "${before}">`;
    });
    // With more depth the renderer runs for seconds up to its own limit. Only the shop's owner can add
    // pictures.
    const depth = 4;
    const uses = Array.from({ length: depth }, (_, at) => {
      const below = at === 0 ? '<rect width="1" height="1"/>' : `<use xlink:href="#u${at - 1}"/>`.repeat(10);
      return `<g id="u${at}">${below}</g>`;
    });
    const bombs: Record<string, Buffer | string> = {
      'wide.png': hugePng(50_000, 50_000),
      'wider.png': hugePng(2 ** 31 - 1, 2 ** 31 - 1),
      'frames.gif': gifOf(10_000),
      'zip.jpg': Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004<?php system($_GET[0]);')]),
      'html.png': Buffer.concat([png, Buffer.from('<script>__pwn()</script>')]),
      'script.gif': Buffer.from(`${'GIF89a/*'.padEnd(400, ' ')}*/=1;__pwn()`),
      'pdf.jpg': Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]),
      'laughs.svg': `<!DOCTYPE svg [${entities.join('')}]>${drawing('<text y="50">&l11;</text>')}`,
      'uses.svg': drawing(`<defs>${uses.join('')}</defs><use xlink:href="#u${depth - 1}"/>`),
      'deep.svg': drawing(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`),
      'blur.svg': drawing(
        '<filter id="f" x="-1e6" y="-1e6" width="1e9" height="1e9"><feGaussianBlur stdDeviation="1e6"/></filter><rect width="99" height="99" filter="url(#f)"/>',
      ),
      'huge.svg': drawing('<rect width="1" height="1"/>', 'width="1e7" height="1e7"'),
    };
    for (const [name, bytes] of Object.entries(bombs)) await writeFile(join(media, name), bytes);
    const before = process.memoryUsage().rss;
    const took = new Map<string, number>();
    let attempts = 0;
    for (const name of Object.keys(bombs)) {
      for (const order of ['600/744/resize', '150/150/fit', '1/1/identify']) {
        const begun = performance.now();
        const { status, type } = await raw(`/img/${order}/${name}`);
        took.set(`${order}/${name}`, performance.now() - begun);
        attempts++;
        expect([200, 404], name).toContain(status);
        expect(type, name).toMatch(/^(image\/(jpeg|png)|application\/json)/);
      }
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 ** 2);
    if (isLong) {
      const late = [...took].filter(([, ms]) => ms > 1000);
      expect(late).toEqual([]);
    }
    task.meta.attempts = attempts;
  });

  test('an unreadable picture is detected once, not on every request', async ({ task }) => {
    await writeFile(join(media, 'noise.jpg'), 'no picture at all');
    const count = 50;
    for (let at = 0; at < count; at++) {
      const size = at % 2 ? '150/150' : '310/300';
      expect((await raw(`/img/${size}/fit/noise.jpg`)).status).toBe(404);
    }
    expect(warnings.filter((line) => line.includes('noise.jpg'))).toHaveLength(1);
    await writeFile(join(media, 'noise.jpg'), await photograph().jpeg().toBuffer());
    expect((await raw('/img/150/150/fit/noise.jpg')).status).toBe(200);
    task.meta.attempts = count;
  });

  test('a picture that timed out is retried on the next request: photographs, drawings and the placeholder', async ({
    task,
  }) => {
    const paths = ['/o/late.jpg', '/drawn/TEA.svg', '/o/nowhere.jpg', '/no_selection'];
    await writeFile(join(media, 'o/late.jpg'), await photograph().jpeg().toBuffer());
    const timeUp = new Error('timeout: 12% complete');
    for (const path of paths) {
      const requestPicture = () => app.inject(`/img/1280/440/fit${path}`);
      await rm(cacheFolder, { recursive: true, force: true });
      const busy = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(timeUp);
      expect((await requestPicture()).statusCode, path).toBe(404);
      busy.mockRestore();
      expect((await requestPicture()).statusCode, path).toBe(path.includes('nowhere') ? 404 : 200);
      expect((await requestPicture()).headers['content-type'], path).toMatch(/^image/);
    }
    // A rendered placeholder must not be cached as the picture.
    await rm(cacheFolder, { recursive: true, force: true });
    const busy = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(timeUp);
    const { statusCode, headers } = await app.inject('/img/1280/440/fit/o/late.jpg');
    busy.mockRestore();
    expect([statusCode, headers['cache-control']]).toEqual([404, 'public, max-age=0']);
    task.meta.attempts = paths.length;
  });

  test('the picture cache stays within its size limit', async ({ task }) => {
    const folder = await mkdtemp(join(home, 'room-'));
    const maxBytes = 100_000;
    const failures: unknown[] = [];
    const cache = pictureCache(folder, (error) => failures.push(error), { maxBytes });
    const made = 120;
    for (let at = 0; at < made; at++) {
      await cache({ key: `${String(at).padStart(4, '0')}aa` }, async () => Buffer.alloc(5000, 1));
      await later(2);
    }
    const sizes = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    await expect.poll(async () => (await sizes()).length * 5000).toBeLessThanOrEqual(maxBytes + maxBytes / 8);
    // The most recently requested picture is still cached.
    expect((await sizes()).map(({ name }) => name)).toContain(`${String(made - 1).padStart(4, '0')}aa`);
    expect(failures).toEqual([]);
    task.meta.attempts = made;
  });
});

/** A PNG of a few bytes that declares the given size. */
function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** An animated GIF of 500 x 500 pixels with the given number of frames. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from('GIF89a\xf4\x01\xf4\x01\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1');
  const frame = Buffer.from(
    '\x21\xf9\x04\x00\x01\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00',
    'latin1',
  );
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
