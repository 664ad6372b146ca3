import { ProviderUnreachable } from './provider.ts';

/** A question to a provider. Bodies are sent byte for byte as they stand here, since some are signed. */
export interface Question {
  method: 'GET' | 'POST';
  /** Beginning with the base address; no other host is ever asked. */
  url: string;
  headers?: Record<string, string>;
  body?: string;
  deadlineMs?: number;
}

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what a provider sends is checked where it is read
  json: any;
}

export type AskProvider = (question: Question) => Promise<ProviderAnswer>;

const usualDeadlineMs = 5_000;
/** No provider has more to say. */
const largestAnswer = 256 * 1024;
const longestPauseSeconds = 3600;

/**
 * Asks one provider and nobody else: no redirects are followed, nothing is waited for longer than the deadline, and
 * nothing larger is read than a provider has to say.
 *
 * @param bases the addresses of the provider, from the configuration
 * @throws ProviderUnreachable without an answer, for 5xx, and for 429 with when to come back
 */
export function askProvider(...bases: string[]): AskProvider {
  const origins = bases.map((base) => new URL(base).origin);
  return async ({ method, url, headers, body, deadlineMs = usualDeadlineMs }) => {
    if (!origins.includes(new URL(url).origin)) throw new Error(`${new URL(url).origin} is no provider`);
    const answer = await fetch(url, {
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
    const { status, headers: said } = answer.response;
    if (status === 429) throw new ProviderUnreachable('asked too often', secondsIn(said.get('retry-after')));
    if (status >= 500) throw new ProviderUnreachable(`answered ${status}`);
    return { status, headers: said, text: answer.text, json: parsed(answer.text) };
  };
}

/** What an operator can look after, by the codes of Node. */
const kinds: readonly [codes: RegExp, words: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be looked up'],
  [/CERT|VERIFY_LEAF/, 'its certificate is not accepted'],
  [/^ECONNREFUSED$/, 'nobody listens there'],
];

/** Why there was no answer. What failed may hold addresses with keys in them: its kind is all that is told. */
function kindOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'no answer in time';
  const code = cause?.code;
  if (typeof code !== 'string' || !/^[A-Z\d_]+$/.test(code)) return 'no answer';
  const words = kinds.find(([codes]) => codes.test(code))?.[1] ?? 'the line broke';
  return `${words} (${code})`;
}

/** What is no number of seconds, or none that anybody waits, is a minute. */
function secondsIn(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return seconds > 0 && seconds <= longestPauseSeconds ? seconds : 60;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largestAnswer) throw new Error('more than a provider has to say');
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
