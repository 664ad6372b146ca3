import { EngineAway } from '@fynbos/core/search/search-engine.ts';
import { codeOf } from '../../../platform/errors/user-facing-error.ts';

/** The engine received the request and rejected it: 404 for a missing resource, 400 for an invalid request. */
export class EngineRefused extends EngineAway {
  override name = 'EngineRefused';
  override readonly isRefusal = true;
  readonly status: number;
  /** The engine's error type: `index_not_found_exception`. */
  readonly type: string;

  constructor(request: string, status: number, { type, reason }: { type: string; reason: string }) {
    super(`the search engine refused ${request}: ${status} ${type}, ${reason}`);
    this.status = status;
    this.type = type;
  }
}

/** HTTP client for the engine; uses only features common to OpenSearch and Elasticsearch. */
export interface Wire {
  /**
   * @param body a value, sent as JSON, or the lines of a bulk request
   * @param within time-out in milliseconds
   * @throws EngineAway without a usable response, EngineRefused when the engine rejects the request
   */
  request<Result>(method: string, path: string, body?: object | string, within?: number): Promise<Result>;
}

const usualMs = 10_000;

/** @param url `http(s)://[user:password@]host:port`, optionally with a base path */
export function openSearchClient(url: string, breaker: Breaker = openBreaker()): Wire {
  const { base, headers } = addressOf(url);
  let lastFailure = '';
  const away = (message: string): EngineAway => {
    lastFailure = message;
    return new EngineAway(message);
  };
  return {
    async request<Result>(method: string, path: string, body?: object | string, within = usualMs) {
      if (breaker.isOpen && !breaker.mayTry()) throw new EngineAway(lastFailure);
      const request = `${method} ${path}`;
      const init = {
        method,
        headers: { ...headers, 'content-type': typeof body === 'string' ? ndjson : json },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const { status, text } = await send(`${base}${path}`, init, within).catch((error) => {
        breaker.failed(error.name === 'TimeoutError' ? 'late' : 'unreachable');
        throw away(`the search engine does not respond to ${request}: ${reasonOf(error)}`);
      });
      if (isOverloaded(status)) {
        breaker.failed('late');
        throw away(`the search engine is overloaded: ${request} returned ${status}`);
      }
      breaker.succeeded();
      const payload = parse(text);
      if (!payload)
        throw new EngineAway(`the server that responded to ${request} is not a search engine: ${status}`);
      if (status >= 400) throw new EngineRefused(request, status, engineErrorOf(payload));
      // The caller knows the response of its request.
      return payload as Result;
    },
  };
}

const json = 'application/json';
const ndjson = 'application/x-ndjson';

/** Sends credentials in a header: in a URL they would appear in messages. */
function addressOf(url: string): { base: string; headers: Record<string, string> } {
  const { username, password, origin, pathname } = new URL(url);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    base: origin + pathname.replace(/\/$/, ''),
    headers: username ? { authorization: `Basic ${credentials.toString('base64')}` } : {},
  };
}

/** Retries once, because a pooled connection may have closed. All requests are safe to repeat. */
async function send(url: string, init: RequestInit, within: number, canRetry = true): Promise<RawResponse> {
  const signal = AbortSignal.timeout(within);
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const wasCut = !signal.aborted && causeOf(error) !== 'ECONNREFUSED';
    if (canRetry && wasCut) return send(url, init, within, false);
    throw error;
  }
}

interface RawResponse {
  status: number;
  text: string;
}

/** The engine also returns 500 for a query that is too expensive, which says nothing about other queries. */
function isOverloaded(status: number): boolean {
  return status === 429 || (status > 500 && status <= 504);
}

/** Parses the response as an object; error pages of a proxy are not JSON. */
function parse(text: string): object | undefined {
  try {
    const payload: unknown = JSON.parse(text || '{}');
    return typeof payload === 'object' && payload !== null ? payload : undefined;
  } catch {
    return undefined;
  }
}

interface EngineError {
  type?: string;
  reason?: string;
  /** The error of a shard, which is more detailed than the summary. */
  root_cause?: EngineError[];
  failed_shards?: { reason: EngineError }[];
  caused_by?: EngineError;
}

function engineErrorOf(payload: object): { type: string; reason: string } {
  // The engine's error format.
  const { error } = payload as { error?: string | EngineError };
  if (typeof error !== 'object') return { type: 'unknown', reason: String(error ?? '') };
  const root = error.failed_shards?.[0]?.reason ?? error.root_cause?.[0] ?? error;
  const reasons = [root.reason, root.caused_by?.reason].filter(Boolean);
  return { type: root.type ?? 'unknown', reason: reasons.join(': ') };
}

/** The system's error code; `fetch` has it in the cause of its error. */
function causeOf(error: unknown): string | undefined {
  return error instanceof Error ? codeOf(error.cause) : undefined;
}

function reasonOf(error: unknown): string {
  return causeOf(error) ?? (error instanceof Error ? error.message : String(error));
}

/**
 * Circuit breaker for an engine that does not respond. It opens at once when the connection is refused, and
 * after three consecutive time-outs. While open, it allows one request a second as a probe.
 */
interface Breaker {
  readonly isOpen: boolean;
  /** Whether this request may be the probe. */
  mayTry(): boolean;
  failed(how: 'unreachable' | 'late'): void;
  succeeded(): void;
}

const maxLate = 3;
const restMs = 1000;

export function openBreaker(now: () => number = () => performance.now()): Breaker {
  let late = 0;
  let nextTry = 0;
  return {
    get isOpen() {
      return late >= maxLate;
    },
    mayTry() {
      if (now() < nextTry) return false;
      nextTry = now() + restMs;
      return true;
    },
    failed(how) {
      late = how === 'unreachable' ? maxLate : late + 1;
      nextTry = now() + restMs;
    },
    succeeded() {
      late = 0;
    },
  };
}
