import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';

/**
 * One body in every encoding a browser may accept; `br` and `gzip` are present only when they are smaller.
 * A stored body may lack `identity`: it takes four fifths of the memory, and almost no browser requests it
 * (`unpacked`).
 */
export type Bodies = WholeBodies | { identity?: never; br?: Buffer; gzip: Buffer };

export type Coding = keyof WholeBodies;

/** A body as it was rendered. */
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
 * Compresses once for many readers, off the main thread. `effort` 11 is for files, 7 for cached pages, 5
 * for a single reader on low data: a third smaller than `zippedQuickly`, for a few milliseconds. (9 would
 * save another 1 % of a page, and cost as much as rendering it.)
 */
export async function compressed(identity: Buffer, effort: 5 | 7 | 11): Promise<WholeBodies> {
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

/**
 * Compresses for a single reader: level 1 costs 0.1 ms for a large page; a higher level would delay the
 * next request.
 */
export function zippedQuickly(identity: Buffer): WholeBodies {
  if (identity.length < smallest) return { identity };
  return { identity, gzip: gzipSync(identity, { level: 1 }) };
}

/** The part of a body to store: without the encoding that can be derived from another. */
export function forStorage({ identity, br, gzip }: WholeBodies): Bodies {
  return gzip ? { ...(br && { br: withoutSlack(br) }), gzip: withoutSlack(gzip) } : { identity };
}

/** Copies the bytes out of the 16 kB chunk that zlib allocates, however small the result is. */
const withoutSlack = (bytes: Buffer): Buffer =>
  bytes.length < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes;

/** The body without any encoding. */
export async function unpacked(bodies: Bodies): Promise<Buffer> {
  return bodies.identity ?? unzip(bodies.gzip);
}

/** The best encoding that the client accepts and the body has; an encoding with weight 0 is refused. */
export function codingFor(acceptEncoding: string | undefined, bodies: Bodies): Coding {
  const accepted = weightsIn(acceptEncoding ?? '');
  for (const coding of ['br', 'gzip'] as const) {
    if (bodies[coding] && (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0) return coding;
  }
  return 'identity';
}

/** Browsers send only a few different header values; those are cached, any others are parsed each time. */
const read = new Map<string, Map<string, number>>();
const maxParsed = 100;

function weightsIn(acceptEncoding: string): Map<string, number> {
  const known = read.get(acceptEncoding);
  if (known) return known;
  const parts = acceptEncoding.toLowerCase().split(',');
  const weights = new Map(
    parts.map((part) => {
      // No regular expression: one that looks for blanks before a character takes quadratic time on a line
      // of blanks.
      const [name = '', ...more] = part.split(';').map((field) => field.trim());
      const weight = more.find((field) => field.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  if (read.size < maxParsed) read.set(acceptEncoding, weights);
  return weights;
}
