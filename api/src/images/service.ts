import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { drawnImage, skusDrawnAt } from '@fynbos/core/pictures/address.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { imageSizes } from '@fynbos/core/shop.ts';
import { pictureCache } from './cache.ts';
import {
  type Identity,
  identify,
  type Order,
  PictureNotMade,
  recipe,
  render,
  UnreadablePicture,
} from './render.ts';
import { drawnSource, findSource, isPicturePath, plainPath, type Source } from './source.ts';

/** The drawing of a product as SVG; undefined when there is no such product. */
export type DrawProduct = (sku: string) => string | undefined;

export interface ImageFolders {
  /** Where pictures are looked for, in this order. */
  mediaFolders: readonly string[];
  /** Where made pictures are kept; it is created when missing and may be emptied at any time. */
  cacheFolder: string;
  /** Bytes that they may take; as `trim.ts` says, where left out. */
  room?: number;
  /** Draws products that have no picture of their own. */
  drawn?: DrawProduct;
}

export interface Picture {
  /** 404 when the picture is missing or unreadable and the placeholder stands in for it. */
  status: 200 | 404;
  bytes: Buffer;
  etag: string;
  /** Seconds that anybody may keep it. */
  maxAge: number;
}

/** The demo shop's own pictures, and the placeholder of last resort. */
export const demoMedia = fileURLToPath(new URL('../../../catalogue/media/', import.meta.url));

const placeholderName = 'placeholder.svg';
/** Seconds; a picture in its first place may be kept for a year (wire contract 1.9), what stands in for one may not. */
export const year = 31_557_600;
const fiveMinutes = 300;
const mostUnreadable = 1000;
/** A drawing keeps its address when its product changes, so clients ask again; mostly the answer is 304. */
const day = 86_400;

export interface Pictures {
  picture(path: string, order: Order): Promise<Picture>;
  identity(path: string): Promise<Identity>;
}

/**
 * The shop's pictures (commerce 9, wire contract 1.9). Throws `image_size_refused` for a box that is not in the
 * list, `invalid_input` for a path that cannot be one, and `image_not_found` when `identity` has nothing to tell.
 * `warn` hears what the operator should mend: a file that is no picture, a cache that cannot be written.
 */
export function pictures(folders: ImageFolders, warn: (error: unknown, message: string) => void): Pictures {
  const kept = pictureCache(
    folders.cacheFolder,
    (error) => warn(error, 'a picture could not be kept'),
    folders.room,
  );

  /**
   * Files that could not be read in one size, and until when they are not tried in any: to find that out may cost more
   * than a picture does, and there is but one turn after another to make them. The shop's own drawings are never among
   * them, nor what failed for want of time.
   */
  const unreadable = new Map<string, { until: number; why: UnreadablePicture }>();

  async function make(source: Source, order: Order): Promise<Omit<Picture, 'status' | 'maxAge'>> {
    const key = keyOf(source, order);
    return { bytes: await kept(key, () => render(source, order)), etag: `"${key}"` };
  }

  async function makeReadable(source: Source, order: Order): ReturnType<typeof make> {
    const file = [source.path, source.version, source.size].join('\n');
    const known = unreadable.get(file);
    if (known && known.until > Date.now()) throw known.why;
    try {
      return await make(source, order);
    } catch (why) {
      if (!(why instanceof UnreadablePicture) || why instanceof PictureNotMade) throw why;
      warn(why, `${source.path} is not a picture that can be shown`);
      if (unreadable.size >= mostUnreadable) unreadable.clear();
      unreadable.set(file, { until: Date.now() + fiveMinutes * 1000, why });
      throw why;
    }
  }

  /**
   * An owner's own file of this name comes later: what the catalogue calls drawn is drawn. However its path was
   * spelled, it is one picture under one key: nobody makes the shop draw it again by another spelling.
   */
  function drawingAt(path: string): Source | undefined {
    for (const sku of skusDrawnAt(path)) {
      const svg = folders.drawn?.(sku);
      if (svg) return drawnSource(drawnImage(sku), svg);
    }
    return undefined;
  }

  async function placeholder(status: 200 | 404, order: Order, maxAge = fiveMinutes): Promise<Picture> {
    const source = await findSource([...folders.mediaFolders, demoMedia], placeholderName);
    if (!source) throw new Problem('image_not_found');
    const made = await make(source, order).catch((why) => {
      warn(why, 'the placeholder could not be made');
      throw new Problem('image_not_found');
    });
    return { status, maxAge, ...made };
  }

  /** The placeholder in place of a picture that cannot be shown; for no time where the next try may do better. */
  function standIn(why: unknown, { path }: Source, order: Order): Promise<Picture> {
    if (!(why instanceof UnreadablePicture)) throw why;
    if (!(why instanceof PictureNotMade)) return placeholder(404, order);
    warn(why, `${path} was not made in time`);
    return placeholder(404, order, 0);
  }

  return {
    async picture(path, order) {
      checkBox(order);
      const drawing = drawingAt(path);
      if (drawing)
        return make(drawing, order).then(
          (made) => ({ status: 200, maxAge: day, ...made }),
          (why) => standIn(why, drawing, order),
        );
      if (isNone(path)) return placeholder(200, order);
      const source = await findSource(folders.mediaFolders, checkedPath(path));
      if (!source) return placeholder(404, order);
      try {
        return { status: 200, maxAge: year, ...(await makeReadable(source, order)) };
      } catch (why) {
        return standIn(why, source, order);
      }
    },

    async identity(path) {
      const source = drawingAt(path) ?? (await findSource(folders.mediaFolders, checkedPath(path)));
      if (!source) throw new Problem('image_not_found');
      return identify(source).catch((error) => {
        if (!(error instanceof UnreadablePicture)) throw error;
        throw new Problem('image_not_found');
      });
    },
  };
}

function checkBox({ width, height }: Order): void {
  if (imageSizes.some(([w, h]) => w === width && h === height)) return;
  throw new Problem('image_size_refused', { sizes: imageSizes.map((size) => size.join('x')).join(', ') });
}

/** Products without a picture say so in its place (commerce 3). */
function isNone(path: string): boolean {
  return path.includes('no_selection') || ['', 'placeholder'].includes(plainPath(path));
}

function checkedPath(path: string): string {
  const plain = plainPath(path);
  if (isPicturePath(plain)) return plain;
  throw new Problem('invalid_input', {}, [
    { field: 'path', message: 'is not the path of a picture in the media folder' },
  ]);
}

/** Everything the bytes depend on: the same key is the same picture, for ever. */
function keyOf(source: Source, order: Order): string {
  const parts = [recipe, source.path, source.version, source.size, order.width, order.height, order.action];
  return createHash('sha256')
    .update([...parts, order.format].join('\n'))
    .digest('hex')
    .slice(0, 40);
}
