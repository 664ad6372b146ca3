import sharp, { type Sharp } from 'sharp';
import type { Format } from './image-format.ts';
import type { Source } from './image-source.ts';

/** Part of every cache key. Increase it when the same order would produce different bytes. */
export const recipe = 1;

export interface Order {
  width: number;
  height: number;
  /** `resize` scales the whole picture into the size and never enlarges it; `fit` fills the size and crops. */
  action: 'resize' | 'fit';
  format: Format;
}

/** Result of `identify`. Width and height are in pixels after rotation, size in bytes. */
export interface Identity {
  format: string;
  width: number;
  height: number;
  size: number;
  hasAlpha: boolean;
}

/** The file is not a picture, is corrupt or is too large. The message is for the operator. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Rendering failed this time, for example because the server was overloaded. A later attempt may succeed. */
export class PictureNotMade extends UnreadablePicture {
  override name = 'PictureNotMade';
}

const maxBytes = 32 * 1024 * 1024;
const maxPixels = 50_000_000;
const maxSeconds = 10;

// Renders on one thread, so that a burst leaves a core for the shop, and caches nothing in memory.
sharp.concurrency(1);
sharp.cache(false);
// The file's content decides its format. All other formats are blocked.
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

/**
 * Renders the ordered picture.
 * @throws UnreadablePicture, or PictureNotMade when a retry may succeed
 */
export async function renderImage(source: Source, order: Order): Promise<Buffer> {
  const bytes = await bytesOf(source);
  const pixels = await readable(async () => {
    const opened = await open(bytes, order);
    opened.timeout({ seconds: maxSeconds });
    const resized = opened.resize(order.width, order.height, {
      fit: order.action === 'fit' ? 'cover' : 'inside',
      withoutEnlargement: order.action === 'resize',
    });
    return resized.raw().toBuffer({ resolveWithObject: true });
  });
  // The source was readable, so an encoding error is temporary.
  return encode(pixels, order.format).catch((why) => {
    throw new PictureNotMade(sentenceOf(why), { cause: why });
  });
}

/**
 * Reads the metadata of a picture without rendering it.
 * @throws UnreadablePicture
 */
export async function identify(source: Source): Promise<Identity> {
  const bytes = await bytesOf(source);
  return readable(async () => {
    const metadata = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    const format = metadata.compression === 'av1' ? 'avif' : metadata.format;
    return { format, ...metadata.autoOrient, size: source.size, hasAlpha: metadata.hasAlpha };
  });
}

/**
 * Opens drawings at the density of the target size, so that their edges are sharp. They are passed as
 * bytes, not by name: without a base path they cannot reference other files.
 */
async function open(bytes: Buffer, { width, height, action }: Order): Promise<Sharp> {
  const limits = { limitInputPixels: maxPixels, autoOrient: true };
  const metadata = await sharp(bytes, limits).metadata();
  if (metadata.format !== 'svg') return sharp(bytes, limits);
  const scales = [width / metadata.width, height / metadata.height];
  const scale = action === 'fit' ? Math.max(...scales) : Math.min(...scales);
  return sharp(bytes, { ...limits, density: Math.max(1, 72 * scale) });
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

// AVIF effort 2 is 8 times as fast as the default 4, and 5 to 15 % larger. The first visitor waits 0.1 s,
// not 0.8 s.
function encode(pixels: Pixels, format: Format): Promise<Buffer> {
  const opaque = isOpaque(pixels);
  const picture = sharp(pixels.data, { raw: pixels.info });
  if (opaque) picture.removeAlpha();
  picture.timeout({ seconds: maxSeconds });
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
  if (source.size > maxBytes) throw new UnreadablePicture(`${source.path} is larger than ${maxBytes} bytes`);
  return source.bytes();
}

/**
 * Maps decoder errors to `UnreadablePicture`. The decoder has no error types, so a time-out is recognised
 * by its message.
 */
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
