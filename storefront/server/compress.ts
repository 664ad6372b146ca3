import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';

/**
 * One body in every coding a browser may take; `br` and `gzip` are there only when they are smaller. Of a body that is kept
 * `identity` may be missing: it takes four fifths of the room, and is asked for by almost nobody (`unpacked`).
 */
export type Bodies = WholeBodies | { identity?: never; br?: Buffer; gzip: Buffer };

export type Coding = keyof WholeBodies;

/** A body as it was made. */
export interface WholeBodies {
  identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);
const smallest = 1024;

/**
 * Compresses once for many readers, off the main thread. `effort` 11 is for files, 6 for pages that are kept, 5 for one reader
 * who counts bytes: a third less than quickly, for a few milliseconds. (9 would save a hundredth more of a page, and cost as
 * much as making it.)
 */
export async function compressed(identity: Buffer, effort: 5 | 6 | 11): Promise<WholeBodies> {
  if (identity.length < smallest) return { identity };
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    zip(identity, { level: effort === 11 ? 9 : 6 }),
  ]);
  return {
    identity,
    ...(br.length < identity.length && { br }),
    ...(gz.length < identity.length && { gzip: gz }),
  };
}

/** Compresses for one reader: level 1 costs 0.1 ms for a large page, where more would cost the next one. */
export function zippedQuickly(identity: Buffer): WholeBodies {
  if (identity.length < smallest) return { identity };
  return { identity, gzip: gzipSync(identity, { level: 1 }) };
}

/** What is to be kept of a body: without the one coding that another can be turned into. */
export function forKeeping({ identity, br, gzip }: WholeBodies): Bodies {
  return gzip ? { ...(br && { br: withoutRoom(br) }), gzip: withoutRoom(gzip) } : { identity };
}

/** What was packed lies in a piece of 16 kB, however small it is. */
const withoutRoom = (bytes: Buffer): Buffer =>
  bytes.length < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes;

/** A body without any coding. */
export async function unpacked(bodies: Bodies): Promise<Buffer> {
  return bodies.identity ?? unzip(bodies.gzip);
}

/** The best coding that the reader takes and the body has; a coding with weight 0 is refused. */
export function codingFor(acceptEncoding: string | undefined, bodies: Bodies): Coding {
  const taken = weightsIn(acceptEncoding ?? '');
  for (const coding of ['br', 'gzip'] as const) {
    if (bodies[coding] && (taken.get(coding) ?? taken.get('*') ?? 0) > 0) return coding;
  }
  return 'identity';
}

/** What browsers send is a handful of texts; anything beyond that is read each time. */
const read = new Map<string, Map<string, number>>();
const mostRead = 100;

function weightsIn(acceptEncoding: string): Map<string, number> {
  const known = read.get(acceptEncoding);
  if (known) return known;
  const parts = acceptEncoding.toLowerCase().split(',');
  const weights = new Map(
    parts.map((part) => {
      // No pattern: one that looks for blanks before a sign takes the square of their number in a line made of them.
      const [name = '', ...more] = part.split(';').map((one) => one.trim());
      const weight = more.find((one) => one.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  if (read.size < mostRead) read.set(acceptEncoding, weights);
  return weights;
}
