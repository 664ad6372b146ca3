import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { openStubServer } from './stub-server.ts';

/** A request that the push service received. */
interface HandedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A local push service (RFC 8030). It records requests and returns the configured responses. */
export interface TestPushService {
  origin: string;
  handed: HandedMessage[];
  /** Responses to the next requests for a browser, each used once; 201 afterwards. */
  stubResponses: { to: TestBrowser; status: number; headers?: Record<string, string> }[];
  /** The requests for one browser. */
  for(browser: TestBrowser): HandedMessage[];
  close(): Promise<void>;
}

export async function openPushService(): Promise<TestPushService> {
  const handed: HandedMessage[] = [];
  const stubResponses: TestPushService['stubResponses'] = [];
  const server = await openStubServer(({ url, headers, bytes }) => {
    handed.push({ path: url, headers, body: bytes });
    const next = stubResponses.findIndex(({ to }) => new URL(to.endpoint).pathname === url);
    const [stubResponse] = next < 0 ? [] : stubResponses.splice(next, 1);
    return { status: stubResponse?.status ?? 201, headers: stubResponse?.headers };
  });
  return {
    origin: server.url,
    handed,
    stubResponses,
    for: ({ endpoint }) => handed.filter(({ path }) => endpoint === server.url + path),
    close: server.close,
  };
}

/** A subscribed browser: its address at the push service, and its key pair. */
export interface TestBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  pair: ECDH;
  auth: Buffer;
}

export function newBrowser(origin: string): TestBrowser {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  const endpoint = `${origin}/send/${randomBytes(12).toString('base64url')}`;
  return { endpoint, keys: { p256dh, auth: auth.toString('base64url') }, pair, auth };
}

/** Decrypts a message with the browser's private key, as RFC 8291 and RFC 8188 specify. */
export function decrypted({ pair, auth }: TestBrowser, body: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20]!];
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const record = body.subarray(21 + keyLength);
  const opening = createDecipheriv('aes-128-gcm', key, nonce);
  opening.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()]);
  // The last byte that is not padding marks the last record.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end).toString();
}

/**
 * The claims that the shop signed (RFC 8292).
 * @throws when the signature does not match the key
 */
export function signed(authorization: string): { claims: Record<string, unknown>; key: string } {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization)!;
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y! },
    format: 'jwk',
  });
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('invalid signature');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key: key! };
}
