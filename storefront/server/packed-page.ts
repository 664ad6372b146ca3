import { createHash } from 'node:crypto';
import type { Bodies, Coding, WholeBodies } from './compress.ts';
import type { Page } from './page.ts';

/** Changes with what stands in it, so that nobody reads what another version wrote. */
const form = 'fynbos-page-3';
const codings = ['identity', 'gzip', 'br'] as const satisfies Coding[];

/**
 * A page as one piece of bytes, to be kept outside of this process: a seal, a line of JSON, the bodies.
 *
 * @param under where and since when it is kept there; it is no page anywhere else
 */
export function packPage({ bodies, ...rest }: Page, under: string): Buffer {
  const sizes = codings.map((coding) => bodies[coding]?.length ?? -1);
  const head = Buffer.from(`${JSON.stringify({ form, sizes, rest })}\n`);
  const whole = Buffer.concat([head, ...codings.flatMap((coding) => bodies[coding] ?? [])]);
  return Buffer.concat([sealOf(whole, under), whole]);
}

/** The page again; undefined for anything that is not whole, or was not written so, or not to be kept there. */
export function unpackPage(packed: Buffer, under: string): Page | undefined {
  const whole = packed.subarray(32);
  if (!sealOf(whole, under).equals(packed.subarray(0, 32))) return undefined;
  const end = whole.indexOf('\n');
  const head = JSON.parse(whole.toString('utf8', 0, end)) as {
    form: string;
    sizes: number[];
    rest: Omit<Page, 'bodies'>;
  };
  if (head.form !== form) return undefined;
  const bodies: Partial<WholeBodies> = {};
  let at = end + 1;
  codings.forEach((coding, index) => {
    const size = head.sizes[index]!;
    if (size >= 0) bodies[coding] = whole.subarray(at, at + size);
    at += Math.max(size, 0);
  });
  return { ...head.rest, bodies: bodies as Bodies };
}

const sealOf = (bytes: Buffer, under: string): Buffer =>
  createHash('sha256').update(`${under}\n`).update(bytes).digest();
