import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import type { Subscription } from './store.ts';

/** The shop as push services know it (RFC 8292), and which of them it talks to. */
export interface PushSender {
  publicKey: string;
  privateKey: string;
  subject: string;
  /** Origins, as `PUSH_SERVICES` names them. */
  services: readonly string[];
}

/** What came of handing a message over. */
export type Handed =
  | { kind: 'taken' }
  /** Nobody listens there any more (RFC 8030 7.3). */
  | { kind: 'gone' }
  /** Trying again changes nothing. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; seconds: number };

export interface Message {
  /** JSON. */
  body: string;
  topic: string;
  /** How long the push service may keep it for a browser that is away. */
  ttlSeconds: number;
}

const deadlineMs = 10_000;
const longestPauseSeconds = 3600;
/** A message is filled up to this many bytes, so that its length does not tell what it says. */
const shape = 768;
/** Every push service takes as much, whatever it adds itself. */
const most = 3 * 1024;

/**
 * Whether an address is one of a push service that the shop talks to. A browser says its address itself, so anybody may
 * say any: only services that the operator named are ever called, never what else a name may lead to.
 */
export function isPushService(services: readonly string[], endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return false;
  return services.some((service) => {
    if (!service.includes('//*.')) return service === url.origin;
    const [scheme, host] = service.split('//*') as [string, string];
    return url.origin.startsWith(`${scheme}//`) && url.host.endsWith(host);
  });
}

/** Whether something can be encrypted for these keys; what is no point of the curve cannot. */
export async function canEncryptFor(subscription: Subscription): Promise<boolean> {
  return encryptNotification(forLibrary(subscription), new Uint8Array(), { pad: false }).then(
    () => true,
    () => false,
  );
}

/** Encrypts a message for one browser (RFC 8291), signs for it (RFC 8292) and hands it to its push service. */
export async function handOver(sender: PushSender, to: Subscription, message: Message): Promise<Handed> {
  if (!isPushService(sender.services, to.endpoint)) return { kind: 'gone' };
  const plain = Buffer.from(message.body);
  if (plain.length > most) return { kind: 'refused', reason: `${plain.length} bytes are too many` };
  // JSON may end in spaces.
  const filled = Buffer.alloc(Math.ceil(plain.length / shape) * shape, ' ');
  plain.copy(filled);
  const body = await encryptNotification(forLibrary(to), filled, { pad: false });
  const { headers } = await vapidHeaders(forLibrary(to), sender);
  try {
    const answer = await fetch(to.endpoint, {
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
    await answer.body?.cancel();
    return readAnswer(answer);
  } catch (error) {
    // What failed may hold the address; its kind is all that is told.
    return { kind: 'later', reason: error instanceof Error ? error.name : 'no answer', seconds: 0 };
  }
}

function readAnswer({ status, headers }: Response): Handed {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `answered ${status}`;
  if (status === 429 || status >= 500) {
    const asked = Number(headers.get('retry-after'));
    return { kind: 'later', reason, seconds: asked > 0 ? Math.min(asked, longestPauseSeconds) : 0 };
  }
  return { kind: 'refused', reason };
}

/** The library signs for services by https only; the few others that an operator may name are named in its way. */
const forLibrary = ({ endpoint, p256dh, auth }: Subscription) => ({
  endpoint: endpoint.replace(/^http:/, 'https:'),
  expirationTime: null,
  keys: { p256dh, auth },
});
