import sharp, { type Sharp } from 'sharp';
import type { Format } from './format.ts';
import type { Source } from './source.ts';

/** Counts in every cached picture's key: raise it when the same order would give other bytes. */
export const recipe = 1;

export interface Order {
  width: number;
  height: number;
  /** `resize` keeps the whole picture inside the box and never enlarges; `fit` fills the box and crops. */
  action: 'resize' | 'fit';
  format: Format;
}

/** What `identify` tells of a picture; width and height in pixels as it is seen, size in bytes. */
export interface Identity {
  format: string;
  width: number;
  height: number;
  size: number;
  hasAlpha: boolean;
}

/** The file is no picture, a broken one, or one too big to open; the reason is for the operator. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** The picture was not made this time: the machine had too much to do, and the next time may be better. */
export class PictureNotMade extends UnreadablePicture {
  override name = 'PictureNotMade';
}

const mostBytes = 32 * 1024 * 1024;
const mostPixels = 50_000_000;
const longestSeconds = 10;

// A picture is made on one thread, so that a burst leaves a core for the shop, and nothing is kept in memory.
sharp.concurrency(1);
sharp.cache(false);
// The file's content decides what it is, and what is not one of these is not even looked into.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvg',
  ],
});

/** Makes the picture that was ordered. Throws `UnreadablePicture`, or `PictureNotMade` where another try may do better. */
export async function render(source: Source, order: Order): Promise<Buffer> {
  const bytes = await bytesOf(source);
  const pixels = await readable(async () => {
    const opened = await open(bytes, order);
    opened.timeout({ seconds: longestSeconds });
    const boxed = opened.resize(order.width, order.height, {
      fit: order.action === 'fit' ? 'cover' : 'inside',
      withoutEnlargement: order.action === 'resize',
    });
    return boxed.raw().toBuffer({ resolveWithObject: true });
  });
  // What was read can be written.
  return encode(pixels, order.format).catch((why) => {
    throw new PictureNotMade(sentenceOf(why), { cause: why });
  });
}

/** Reads what a picture is without making one. Throws `UnreadablePicture`. */
export async function identify(source: Source): Promise<Identity> {
  const bytes = await bytesOf(source);
  return readable(async () => {
    const found = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
    const format = found.compression === 'av1' ? 'avif' : found.format;
    return { format, ...found.autoOrient, size: source.size, hasAlpha: found.hasAlpha };
  });
}

/**
 * Drawings are opened at the density at which they fill the box, so that their edges are sharp at any size.
 * They are given as bytes, not by name: without a place of their own they cannot reach for other files.
 */
async function open(bytes: Buffer, { width, height, action }: Order): Promise<Sharp> {
  const limits = { limitInputPixels: mostPixels, autoOrient: true };
  const found = await sharp(bytes, limits).metadata();
  if (found.format !== 'svg') return sharp(bytes, limits);
  const scales = [width / found.width, height / found.height];
  const scale = action === 'fit' ? Math.max(...scales) : Math.min(...scales);
  return sharp(bytes, { ...limits, density: Math.max(1, 72 * scale) });
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

// AVIF effort 2 is 8 times as fast as the usual 4 and 5 to 15 % larger: the first visitor waits 0.1 s, not 0.8 s.
function encode(pixels: Pixels, format: Format): Promise<Buffer> {
  const opaque = isOpaque(pixels);
  const picture = sharp(pixels.data, { raw: pixels.info });
  if (opaque) picture.removeAlpha();
  picture.timeout({ seconds: longestSeconds });
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 78 }).toBuffer();
  return opaque
    ? picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer()
    : picture.png({ compressionLevel: 9 }).toBuffer();
}

function isOpaque({ data, info }: Pixels): boolean {
  if (info.channels === 1 || info.channels === 3) return true;
  for (let at = info.channels - 1; at < data.length; at += info.channels) {
    if (data[at] !== 255) return false;
  }
  return true;
}

async function bytesOf(source: Source): Promise<Buffer> {
  if (source.size > mostBytes)
    throw new UnreadablePicture(`${source.path} is larger than ${mostBytes} bytes`);
  return source.bytes();
}

/** What the decoder refuses is a picture we cannot read; it has no other way to say so, but of the time that was up. */
async function readable<Made>(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    const sentence = sentenceOf(error);
    const Why = /\btimeout: \d+% complete/.test(sentence) ? PictureNotMade : UnreadablePicture;
    throw new Why(sentence, { cause: error });
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
