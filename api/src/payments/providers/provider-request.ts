import { codeOf } from '../../platform/errors/user-facing-error.ts';
import { ProviderUnreachable } from './payment-provider.ts';

/** A request to a provider. Bodies are sent byte for byte as given, because some are signed. */
export interface ProviderRequest {
  method: 'GET' | 'POST';
  /** Begins with the base URL; requests to other hosts are refused. */
  url: string;
  headers?: Record<string, string>;
  body?: string;
  deadlineMs?: number;
}

export interface ProviderResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a provider sends is checked where it is read
  json: any;
}

export type ProviderClient = (request: ProviderRequest) => Promise<ProviderResponse>;

const usualDeadlineMs = 5_000;
/** No provider sends larger responses. */
const maxResponseBytes = 256 * 1024;
const maxPauseSeconds = 3600;

/**
 * Creates a client for one provider: redirects are not followed, and response time and size are limited.
 * @param bases the base URLs of the provider, from the configuration
 * @throws ProviderUnreachable without a response, for 5xx, and for 429 with the time to retry
 */
export function createProviderClient(...bases: string[]): ProviderClient {
  const origins = bases.map((base) => new URL(base).origin);
  return async ({ method, url, headers, body, deadlineMs = usualDeadlineMs }) => {
    if (!origins.includes(new URL(url).origin)) throw new Error(`${new URL(url).origin} is not a provider`);
    const received = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
      .then(async (response) => ({ response, text: await readText(response) }))
      .catch((error: unknown) => {
        throw new ProviderUnreachable(kindOf(error));
      });
    const { status, headers: responseHeaders } = received.response;
    if (status === 429)
      throw new ProviderUnreachable('rate limit exceeded', secondsIn(responseHeaders.get('retry-after')));
    if (status >= 500) throw new ProviderUnreachable(`returned status ${status}`);
    return { status, headers: responseHeaders, text: received.text, json: parsed(received.text) };
  };
}

/** Network errors that an operator can act on, by the error codes of Node. */
const kinds: readonly [codes: RegExp, message: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be looked up'],
  [/CERT|VERIFY_LEAF/, 'its certificate is not accepted'],
  [/^ECONNREFUSED$/, 'connection refused'],
];

/** The reason for a missing response. Errors may contain URLs with keys, so only their kind is reported. */
function kindOf(error: unknown): string {
  // `fetch` rejects with an Error. Both fields are checked below.
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  if (name === 'TimeoutError') return 'no response in time';
  const code = codeOf(cause);
  if (typeof code !== 'string' || !/^[A-Z\d_]+$/.test(code)) return 'no response';
  const message = kinds.find(([codes]) => codes.test(code))?.[1] ?? 'the connection broke';
  return `${message} (${code})`;
}

/** A value that is not a number of seconds, or is too large, becomes a minute. */
function secondsIn(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return seconds > 0 && seconds <= maxPauseSeconds ? seconds : 60;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxResponseBytes) throw new Error('response larger than any provider sends');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
