import { createHash } from 'node:crypto';
import { type LineIdentity, lineKey } from '@fynbos/core/cart/cart-line.ts';

/** The index of lines holds at most 2,704 bytes for a row. */
const maxKeyBytes = 2600;

/** The key of a line as it is stored: of a longer one, its hash (T32). */
export function storedLineKey(line: LineIdentity): string {
  const key = lineKey(line);
  if (Buffer.byteLength(key) <= maxKeyBytes) return key;
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}
