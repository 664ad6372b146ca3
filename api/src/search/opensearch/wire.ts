import { EngineAway } from '@fynbos/core/search/engine.ts';
import { type Breaker, openBreaker } from './breaker.ts';

/** The engine took the request and would not do it: 404 for what is not there, 400 for what it does not understand. */
export class EngineRefused extends EngineAway {
  override name = 'EngineRefused';
  override readonly isRefusal = true;
  readonly status: number;
  /** What the engine calls it: `index_not_found_exception`. */
  readonly type: string;

  constructor(request: string, status: number, { type, reason }: { type: string; reason: string }) {
    super(`the search engine refused ${request}: ${status} ${type}, ${reason}`);
    this.status = status;
    this.type = type;
  }
}

/** Asks the engine over HTTP; what is common to OpenSearch and Elasticsearch is all that is used. */
export interface Wire {
  /**
   * @param body a value, sent as JSON, or the lines of a bulk request
   * @param within milliseconds until the answer is given up
   * @throws EngineAway when nothing usable comes back, EngineRefused when a refusal does
   */
  ask<Result>(method: string, path: string, body?: object | string, within?: number): Promise<Result>;
}

const usualMs = 10_000;

/** @param url `http(s)://[user:password@]host:port`, perhaps with a path before those of the engine */
export function openWire(url: string, breaker: Breaker = openBreaker()): Wire {
  const { base, headers } = addressOf(url);
  let lastFailure = '';
  const away = (message: string): EngineAway => {
    lastFailure = message;
    return new EngineAway(message);
  };
  return {
    async ask<Result>(method: string, path: string, body?: object | string, within = usualMs) {
      if (breaker.isOpen && !breaker.mayTry()) throw new EngineAway(lastFailure);
      const request = `${method} ${path}`;
      const init = {
        method,
        headers: { ...headers, 'content-type': typeof body === 'string' ? lines : json },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const { status, text } = await send(`${base}${path}`, init, within).catch((error) => {
        breaker.failed(error.name === 'TimeoutError' ? 'late' : 'unreachable');
        throw away(`the search engine does not answer ${request}: ${reasonOf(error)}`);
      });
      if (isOverloaded(status)) {
        breaker.failed('late');
        throw away(`the search engine is overloaded: it answered ${request} with ${status}`);
      }
      breaker.succeeded();
      const answer = parse(text);
      if (!answer) throw new EngineAway(`what answered ${request} is no search engine: ${status}`);
      if (status >= 400) throw new EngineRefused(request, status, faultOf(answer));
      return answer as Result;
    },
  };
}

const json = 'application/json';
const lines = 'application/x-ndjson';

/** Credentials travel in a header: in an address they would end up in messages. */
function addressOf(url: string): { base: string; headers: Record<string, string> } {
  const { username, password, origin, pathname } = new URL(url);
  const who = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    base: origin + pathname.replace(/\/$/, ''),
    headers: username ? { authorization: `Basic ${who.toString('base64')}` } : {},
  };
}

/** A connection that was kept and has ended meanwhile is no fault of the engine: every request may be sent twice. */
async function send(url: string, init: RequestInit, within: number, again = true): Promise<Answered> {
  const signal = AbortSignal.timeout(within);
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const wasCut = !signal.aborted && codeOf(error) !== 'ECONNREFUSED';
    if (again && wasCut) return send(url, init, within, false);
    throw error;
  }
}

interface Answered {
  status: number;
  text: string;
}

/** With 500 it refuses a question that is too much for it, as well; that one says nothing of the next. */
function isOverloaded(status: number): boolean {
  return status === 429 || (status > 500 && status <= 504);
}

/** The answer as an object; a refusal of a proxy is none. */
function parse(text: string): object | undefined {
  try {
    const answer: unknown = JSON.parse(text || '{}');
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

interface Fault {
  type?: string;
  reason?: string;
  /** What a shard said, which is more than what the engine says of all of them. */
  root_cause?: Fault[];
  failed_shards?: { reason: Fault }[];
  caused_by?: Fault;
}

function faultOf(answer: object): { type: string; reason: string } {
  const { error } = answer as { error?: string | Fault };
  if (typeof error !== 'object') return { type: 'unknown', reason: String(error ?? '') };
  const root = error.failed_shards?.[0]?.reason ?? error.root_cause?.[0] ?? error;
  const reasons = [root.reason, root.caused_by?.reason].filter(Boolean);
  return { type: root.type ?? 'unknown', reason: reasons.join(': ') };
}

function codeOf(error: unknown): string | undefined {
  return (error as { cause?: { code?: string } }).cause?.code;
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error as Error).message;
}
