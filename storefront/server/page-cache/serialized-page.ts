import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Bodies, Coding, WholeBodies } from '../http/compression.ts';
import type { Page } from './page.ts';

/** Version of the format, changed with the content so that pages of other versions are rejected. */
const form = 'fynbos-page-3';
const codings = ['identity', 'gzip', 'br'] as const satisfies Coding[];

/** What the seal of a page proves. */
interface Seal {
  /** A secret of the storefronts. Without it nobody can store a page that they send (T39). */
  key: string;
  /** Where and since when the page is stored; it is invalid in any other place. */
  under: string;
}

/** Serializes a page for storage outside of this process: a seal, a line of JSON, the bodies. */
export function serializePage({ bodies, ...rest }: Page, seal: Seal): Buffer {
  const sizes = codings.map((coding) => bodies[coding]?.length ?? -1);
  const head = Buffer.from(`${JSON.stringify({ form, sizes, rest })}\n`);
  const content = Buffer.concat([head, ...codings.flatMap((coding) => bodies[coding] ?? [])]);
  return Buffer.concat([sealOf(content, seal), content]);
}

/**
 * Restores a page; undefined for data that is incomplete, in another format, from another place, or not
 * sealed with this key.
 */
export function unpackPage(serialized: Buffer, seal: Seal): Page | undefined {
  const content = serialized.subarray(32);
  const given = serialized.subarray(0, 32);
  if (given.length < 32 || !timingSafeEqual(sealOf(content, seal), given)) return undefined;
  const end = content.indexOf('\n');
  // The seal is right, so `serializePage` wrote this, perhaps in another version.
  const head = JSON.parse(content.toString('utf8', 0, end)) as {
    form: string;
    sizes: number[];
    rest: Omit<Page, 'bodies'>;
  };
  if (head.form !== form) return undefined;
  const bodies: Partial<WholeBodies> = {};
  let at = end + 1;
  codings.forEach((coding, index) => {
    // This form has a size for each coding.
    const size = head.sizes[index]!;
    if (size >= 0) bodies[coding] = content.subarray(at, at + size);
    at += Math.max(size, 0);
  });
  // A stored page has an identity body or a gzip one.
  return { ...head.rest, bodies: bodies as Bodies };
}

const sealOf = (bytes: Buffer, { key, under }: Seal): Buffer =>
  createHmac('sha256', key).update(`${under}\n`).update(bytes).digest();
