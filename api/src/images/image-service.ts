import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { drawnImage, skusDrawnAt } from '@fynbos/core/images/drawn-image.ts';
import { plainPath } from '@fynbos/core/images/picture-path.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { imageSizes } from '@fynbos/core/shop.ts';
import { pictureCache, pictureQueue } from './image-cache.ts';
import {
  type Identity,
  identify,
  type Order,
  PictureNotMade,
  recipe,
  renderImage,
  UnreadablePicture,
} from './image-renderer.ts';
import { drawnSource, findSource, type Source } from './image-source.ts';

/** The drawing of a product as SVG; undefined when the product does not exist. */
export type DrawProduct = (sku: string) => string | undefined;

export interface ImageFolders {
  /** Folders searched for pictures, in this order. */
  mediaFolders: readonly string[];
  /** Folder of rendered pictures. It is created when missing and can be emptied at any time. */
  cacheFolder: string;
  /** Maximum size of the cache in bytes; the default is in `image-cache-eviction.ts`. */
  maxCacheBytes?: number;
  /** Draws products that have no picture of their own. */
  drawn?: DrawProduct;
}

export interface Picture {
  /** 404 when the picture is missing or unreadable and the placeholder is sent. */
  status: 200 | 404;
  bytes: Buffer;
  etag: string;
  /** Seconds for which it may be cached. */
  maxAge: number;
}

/** The demo shop's pictures, and the default placeholder. */
export const demoMedia = fileURLToPath(new URL('../../../catalogue/media/', import.meta.url));

const placeholderName = 'placeholder.svg';
/** Seconds. A picture may be cached for a year (wire contract 1.9), a placeholder may not. */
export const year = 31_557_600;
const fiveMinutes = 300;
const maxUnreadable = 1000;
const maxIdentities = 10_000;
/** The URL of a drawing does not change with its product, so a client may show the previous drawing for a month. */
const month = 2_592_000;

/** An order, and the client IP that asks for it. */
type ClientOrder = Order & { client: string };

export interface Pictures {
  picture(path: string, order: ClientOrder): Promise<Picture>;
  identity(path: string, client: string): Promise<Identity>;
}

/**
 * The shop's pictures (spec commerce 9, wire contract 1.9). Logs problems an operator should fix with `warn`: an
 * unreadable file or a cache that cannot be written.
 * @throws Problem image_size_refused for a size that is not allowed, invalid_input for an invalid path,
 * image_not_found when `identity` finds no picture
 */
export function createImageService(
  folders: ImageFolders,
  warn: (error: unknown, message: string) => void,
): Pictures {
  const queue = pictureQueue();
  const cache = pictureCache(folders.cacheFolder, (error) => warn(error, 'a picture could not be cached'), {
    maxBytes: folders.maxCacheBytes,
    queue,
  });

  /**
   * Unreadable files, and when to retry them in any size. Detecting an unreadable file can cost more than a
   * rendering, and renderings are serialised. Excludes the shop's own drawings and time-outs.
   */
  const unreadable = new Map<string, { retryAt: number; why: UnreadablePicture }>();

  async function make(source: Source, order: ClientOrder): Promise<Omit<Picture, 'status' | 'maxAge'>> {
    const key = keyOf(source, order);
    return {
      bytes: await cache({ key, client: order.client }, () => renderImage(source, order)),
      etag: `"${key}"`,
    };
  }

  /** Runs a step that reads a file, unless the file was found unreadable a short time ago. */
  async function ifReadable<Read>(source: Source, read: () => Promise<Read>): Promise<Read> {
    const file = fileKey(source);
    const known = unreadable.get(file);
    if (known && known.retryAt > Date.now()) throw known.why;
    try {
      return await read();
    } catch (why) {
      if (!(why instanceof UnreadablePicture) || why instanceof PictureNotMade) throw why;
      warn(why, `${source.path} is not a readable picture`);
      if (unreadable.size >= maxUnreadable) unreadable.clear();
      unreadable.set(file, { retryAt: Date.now() + fiveMinutes * 1000, why });
      throw why;
    }
  }

  /** Pages ask for the same identities again and again. */
  const identities = new Map<string, Identity>();

  async function identityOf(source: Source, client: string): Promise<Identity> {
    const file = fileKey(source);
    const known = identities.get(file);
    if (known) return known;
    const identity = await queue(client, () => identify(source)).result;
    if (identities.size >= maxIdentities) identities.clear();
    identities.set(file, identity);
    return identity;
  }

  /**
   * Finds the drawing of a path. Drawings take precedence over an owner's file of the same name. All
   * spellings of a path share one cache key, so another spelling does not cause another rendering.
   */
  function drawingAt(path: string): Source | undefined {
    for (const sku of skusDrawnAt(path)) {
      const svg = folders.drawn?.(sku);
      if (svg) return drawnSource(drawnImage(sku), svg);
    }
    return undefined;
  }

  async function placeholder(status: 200 | 404, order: ClientOrder, maxAge = fiveMinutes): Promise<Picture> {
    const source = await findSource([...folders.mediaFolders, demoMedia], placeholderName);
    if (!source) throw new Problem('image_not_found');
    const made = await make(source, order).catch((why) => {
      warn(why, 'the placeholder could not be rendered');
      throw new Problem('image_not_found');
    });
    return { status, maxAge, ...made };
  }

  /** The placeholder for a picture that cannot be shown. It is not cached when a retry may succeed. */
  function placeholderFor(why: unknown, { path }: Source, order: ClientOrder): Promise<Picture> {
    if (!(why instanceof UnreadablePicture)) throw why;
    if (!(why instanceof PictureNotMade)) return placeholder(404, order);
    warn(why, `${path} was not rendered in time`);
    return placeholder(404, order, 0);
  }

  return {
    async picture(path, order) {
      checkSize(order);
      const drawing = drawingAt(path);
      if (drawing)
        return make(drawing, order).then(
          (made) => ({ status: 200, maxAge: month, ...made }),
          (why) => placeholderFor(why, drawing, order),
        );
      if (isNone(path)) return placeholder(200, order);
      const source = await findSource(folders.mediaFolders, plainPath(path));
      if (!source) return placeholder(404, order);
      try {
        return { status: 200, maxAge: year, ...(await ifReadable(source, () => make(source, order))) };
      } catch (why) {
        return placeholderFor(why, source, order);
      }
    },

    async identity(path, client) {
      const source = drawingAt(path) ?? (await findSource(folders.mediaFolders, plainPath(path)));
      if (!source) throw new Problem('image_not_found');
      return ifReadable(source, () => identityOf(source, client)).catch((error) => {
        if (!(error instanceof UnreadablePicture)) throw error;
        throw new Problem('image_not_found');
      });
    },
  };
}

function checkSize({ width, height }: Order): void {
  if (imageSizes.some(([w, h]) => w === width && h === height)) return;
  throw new Problem('image_size_refused', { sizes: imageSizes.map((size) => size.join('x')).join(', ') });
}

/** Products without a picture have this value in its place (spec commerce 3). */
function isNone(path: string): boolean {
  return path.includes('no_selection') || ['', 'placeholder'].includes(plainPath(path));
}

/** Identifies a file and its version. */
const fileKey = ({ path, version, size }: Source): string => [path, version, size].join('\n');

/** Contains everything the bytes depend on: the same key always means the same picture. */
function keyOf(source: Source, order: Order): string {
  const parts = [recipe, source.path, source.version, source.size, order.width, order.height, order.action];
  return createHash('sha256')
    .update([...parts, order.format].join('\n'))
    .digest('hex')
    .slice(0, 40);
}
