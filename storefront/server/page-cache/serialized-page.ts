import { createHash } from 'node:crypto';
import type { Bodies, Coding, WholeBodies } from '../http/compression.ts';
import type { Page } from './page.ts';

/** Version of the format, changed with the content so that pages of other versions are rejected. */
const form = 'fynbos-page-3';
const codings = ['identity', 'gzip', 'br'] as const satisfies Coding[];

/**
 * Serializes a page for storage outside of this process: a checksum, a line of JSON, the bodies.
 * @param under where and since when it is stored there; it is invalid in any other place
 */
export function serializePage({ bodies, ...rest }: Page, under: string): Buffer {
  const sizes = codings.map((coding) => bodies[coding]?.length ?? -1);
  const head = Buffer.from(`${JSON.stringify({ form, sizes, rest })}\n`);
  const content = Buffer.concat([head, ...codings.flatMap((coding) => bodies[coding] ?? [])]);
  return Buffer.concat([sealOf(content, under), content]);
}

/** Restores a page; undefined for data that is incomplete, in another format, or from another place. */
export function unpackPage(serialized: Buffer, under: string): Page | undefined {
  const content = serialized.subarray(32);
  if (!sealOf(content, under).equals(serialized.subarray(0, 32))) return undefined;
  const end = content.indexOf('\n');
  const head = JSON.parse(content.toString('utf8', 0, end)) as {
    form: string;
    sizes: number[];
    rest: Omit<Page, 'bodies'>;
  };
  if (head.form !== form) return undefined;
  const bodies: Partial<WholeBodies> = {};
  let at = end + 1;
  codings.forEach((coding, index) => {
    const size = head.sizes[index]!;
    if (size >= 0) bodies[coding] = content.subarray(at, at + size);
    at += Math.max(size, 0);
  });
  return { ...head.rest, bodies: bodies as Bodies };
}

const sealOf = (bytes: Buffer, under: string): Buffer =>
  createHash('sha256').update(`${under}\n`).update(bytes).digest();
