import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import type { BrowserSubscription } from './push-store.ts';

/** The shop's identity for push services (RFC 8292), and the services it calls. */
export interface PushSender {
  publicKey: string;
  privateKey: string;
  subject: string;
  /** Origins in the form of `PUSH_SERVICES`. */
  services: readonly string[];
}

/** Result of sending a message to a push service. */
export type PushResult =
  | { kind: 'taken' }
  /** The subscription no longer exists (RFC 8030 7.3). */
  | { kind: 'gone' }
  /** A retry is useless. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; seconds: number };

export interface Message {
  /** JSON. */
  body: string;
  topic: string;
  /** How long the push service may store it for a browser that is offline. */
  ttlSeconds: number;
}

const deadlineMs = 10_000;
const maxPauseSeconds = 3600;
/** Messages are padded to a multiple of this size in bytes, so that the length does not reveal the content. */
const shape = 768;
/** Every push service accepts this size, overhead included. */
const maxBytes = 3 * 1024;

/**
 * Whether an address belongs to a push service that the shop calls. A browser reports its address itself
 * and could report any; only services named by the operator are ever called.
 */
export function isPushService(services: readonly string[], endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return false;
  return services.some((service) => {
    if (!service.includes('//*.')) return service === url.origin;
    const [scheme = '', host = ''] = service.split('//*');
    return url.origin.startsWith(`${scheme}//`) && url.host.endsWith(host);
  });
}

/** Whether a message can be encrypted for these keys; a key must be a point of the curve. */
export async function canEncryptFor(subscription: BrowserSubscription): Promise<boolean> {
  return encryptNotification(forLibrary(subscription), new Uint8Array(), { pad: false }).then(
    () => true,
    () => false,
  );
}

/**
 * Encrypts a message for one browser (RFC 8291), signs the request (RFC 8292) and sends it to the push
 * service.
 */
export async function handOver(
  sender: PushSender,
  to: BrowserSubscription,
  message: Message,
): Promise<PushResult> {
  if (!isPushService(sender.services, to.endpoint)) return { kind: 'gone' };
  const plain = Buffer.from(message.body);
  if (plain.length > maxBytes) return { kind: 'refused', reason: `${plain.length} bytes are too many` };
  // JSON may end in spaces.
  const filled = Buffer.alloc(Math.ceil(plain.length / shape) * shape, ' ');
  plain.copy(filled);
  const body = await encryptNotification(forLibrary(to), filled, { pad: false });
  const { headers } = await vapidHeaders(forLibrary(to), sender);
  try {
    const response = await fetch(to.endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(message.ttlSeconds),
        urgency: 'normal',
        topic: message.topic,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    await response.body?.cancel();
    return readResponse(response);
  } catch (error) {
    // The error may contain the address; only its type is reported.
    return { kind: 'later', reason: error instanceof Error ? error.name : 'no response', seconds: 0 };
  }
}

function readResponse({ status, headers }: Response): PushResult {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `returned status ${status}`;
  if (status === 429 || status >= 500) {
    const retryAfter = Number(headers.get('retry-after'));
    return { kind: 'later', reason, seconds: retryAfter > 0 ? Math.min(retryAfter, maxPauseSeconds) : 0 };
  }
  return { kind: 'refused', reason };
}

/** The library signs for https services only; other addresses that an operator may name are converted. */
const forLibrary = ({ endpoint, p256dh, auth }: BrowserSubscription) => ({
  endpoint: endpoint.replace(/^http:/, 'https:'),
  expirationTime: null,
  keys: { p256dh, auth },
});
