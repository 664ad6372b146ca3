import { createHash } from 'node:crypto';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The stored form of a client's order id, which is a UUID. Other ids are hashed into one (version 8 of
 * RFC 9562), so each still places a single order (spec D5).
 */
export function orderIdOf(sent: string): string {
  if (uuid.test(sent)) return sent.toLowerCase();
  const bytes = createHash('sha256').update(sent).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
