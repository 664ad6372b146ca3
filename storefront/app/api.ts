import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@fynbos/core/endpoint.ts';
import { shop } from '@fynbos/core/shop.ts';
import { ApiProblem } from './api-problem.ts';
import { type Arrived, apiSettings, storeView, type Travel } from './api-settings.ts';
import { chooseStore, chosenStore } from './stores/chosen-store.ts';

/** How a call travels where nothing else was said. */
export async function byFetch(...[url, call]: Parameters<Travel>): Promise<Arrived> {
  const response = await fetch(url, call);
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
}

/** What a call may carry. `request` is the page's own, so that its end ends the call (server only). */
export interface CallOptions<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  signal?: AbortSignal;
  request?: Request;
  /** The customer's access token; `callAsCustomer` knows it. */
  token?: string;
  /** Shows whose prices are asked for, where no body says so. */
  groupToken?: string | undefined;
  /** Opens a cart (decision 4). */
  cartToken?: string;
  /** Names a write, so that repeating it changes nothing (decision 13). */
  key?: string;
  /** The fulfilment store it is about, where that is not the one chosen now. */
  store?: string | undefined;
  /** Milliseconds; by default `timeoutOf` the endpoint. */
  timeout?: number;
}

export interface Answer<E extends Endpoint> {
  code: number;
  result: ResultOf<E>;
  meta: Record<string, unknown>;
  /** `Set-Cookie` lines of the answer; heard on a server only. */
  cookies?: readonly string[];
}

/**
 * Calls one endpoint of the API. Throws `ApiProblem` for every refusal and failure; when the caller
 * itself ends the call, its own abort reason is thrown.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Answer<E>> {
  const ended = options.signal ?? options.request?.signal;
  const clock = AbortSignal.timeout(options.timeout ?? timeoutOf(endpoint));
  try {
    const { travel = byFetch } = apiSettings();
    const arrived = await travel(addressOf(endpoint, options), {
      method: endpoint.method,
      headers: headersOf(options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: ended ? AbortSignal.any([ended, clock]) : clock,
      // With the API's cookies also where it has an address of its own.
      credentials: 'include',
    });
    const answer = readAnswer(endpoint, arrived);
    forgetUnknownStore(answer.meta);
    return { ...answer, cookies: arrived.cookies };
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    ended?.throwIfAborted();
    throw new ApiProblem(clock.aborted ? 'timeout' : 'unreachable', {
      sentence: `${endpoint.name}: ${error}`,
    });
  }
}

const searches = /^(searchCatalogue|suggest)/;

/** Search may take 5 s in a browser and 1 s while a page waits on the server (SEA-3); others 15 s and 3 s. */
export function timeoutOf(endpoint: Endpoint): number {
  const onServer = import.meta.env.SSR && typeof document === 'undefined';
  if (searches.test(endpoint.name)) return onServer ? 1000 : 5000;
  return onServer ? 3000 : 15_000;
}

function addressOf(endpoint: Endpoint, options: CallOptions<Endpoint>): string {
  const { params = {}, query = {}, token } = options;
  const { base, partitionKey, switches } = apiSettings();
  const given = params as Record<string, unknown>;
  const path = endpoint.path
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
    .replace(/\*$/, () => String(given['*']).split('/').map(encodeURIComponent).join('/'));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({
    ...(query as object),
    // Accounts 6: in a header where that is switched on, otherwise in the query.
    token: switches.tokenInHeader ? undefined : token,
    partitionKey,
    // A server asks for everybody.
    storePartitionKey:
      typeof document === 'undefined' ? undefined : 'store' in options ? options.store : chosenStore(),
    storeCode: storeView().code || undefined,
  })) {
    if (value !== undefined) search.append(name, String(value));
  }
  return `${base}${path}?${search}`;
}

/** Decision 8: a store the shop no longer knows is not chosen any more. */
function forgetUnknownStore({ unknownStore }: Record<string, unknown>): void {
  if (unknownStore !== undefined && unknownStore === chosenStore()) chooseStore(undefined);
}

function headersOf(options: CallOptions<Endpoint>): Record<string, string> {
  const { body, request, token, groupToken, cartToken, key } = options;
  const onServer = import.meta.env.SSR && typeof document === 'undefined';
  return {
    accept: 'application/json',
    // The API is next door: unpacking would cost more than the bytes.
    ...(onServer && { 'accept-encoding': 'identity' }),
    ...(onServer && fromOurPage(request)),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && apiSettings().switches.tokenInHeader && { authorization: `Bearer ${token}` }),
    ...(groupToken && { 'X-Group-Token': groupToken }),
    ...(cartToken && { 'X-Cart-Token': cartToken }),
    ...(key && { 'Idempotency-Key': key }),
    'X-ClientId': 'web',
    'X-ClientInfo': clientInfo(request),
  };
}

/** Who asks for a page, what that is called in every log, and the trace it belongs to. */
const carried = ['user-agent', 'x-forwarded-for', 'x-visitor', 'x-request-id', 'traceparent', 'tracestate'];

/** A form that was posted to a page comes from that page, and from the visitor's browser. */
function fromOurPage(request: Request | undefined): Record<string, string> {
  const named = carried.map((name) => [name, request?.headers.get(name)]);
  return {
    'sec-fetch-site': 'same-origin',
    ...Object.fromEntries(named.filter(([, value]) => value)),
  };
}

/** Version label, client id, user agent and host, encoded so that any header may carry it (SHELL-5). */
function clientInfo(request: Request | undefined): string {
  const onServer = typeof document === 'undefined';
  return encodeURIComponent(
    JSON.stringify({
      version: shop.clientVersion,
      clientId: 'web',
      userAgent: onServer ? (request?.headers.get('user-agent') ?? 'server') : navigator.userAgent,
      host: onServer ? (request?.headers.get('host') ?? '') : location.host,
    }),
  );
}

function readAnswer<E extends Endpoint>(endpoint: E, { status, type, text }: Arrived): Answer<E> {
  if (!type.includes('application/json')) throw new ApiProblem('bad_content_type');
  const body = readJson(text);
  if (status < 200 || status > 299) throw refusal(status, body);
  if (!endpoint.envelope) return { code: status, result: body as ResultOf<E>, meta: {} };
  if (!isEnvelope(body)) throw new ApiProblem('wrong_format');
  if (body.code !== 200) throw refusal(body.code, body);
  return { code: body.code, result: body.result as ResultOf<E>, meta: body.meta ?? {} };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiProblem('wrong_format');
  }
}

interface Envelope {
  code: number;
  result: unknown;
  meta?: Record<string, unknown>;
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number';
}

/** What a refusal says: a sentence, `{errorMessage}` (decision 1), or the code of what another server met (accounts 8). */
function saidIn(result: unknown): { sentence?: string; code?: 'ENOTFOUND' } {
  if (typeof result === 'string') return { sentence: result };
  const { errorMessage, code } = (result ?? {}) as Record<string, unknown>;
  return {
    ...(typeof errorMessage === 'string' && { sentence: errorMessage }),
    ...(code === 'ENOTFOUND' && { code }),
  };
}

function refusal(status: number, body: unknown): ApiProblem {
  if (!isEnvelope(body)) return new ApiProblem('wrong_format', { status: Math.max(status, 500) });
  const { problem, retry, fields, values, requestId, ...rest } = (body.meta ?? {}) as Record<string, never>;
  const { sentence, code } = saidIn(body.result);
  return new ApiProblem(problem ?? code ?? (sentence === undefined ? 'internal' : 'unnamed'), {
    status,
    sentence,
    retry: retry ?? (status === 408 || status === 429 || status >= 500),
    ...(fields !== undefined && { fields }),
    ...(values !== undefined && { values }),
    ...(requestId !== undefined && { requestId }),
    ...(Object.keys(rest).length > 0 && { meta: rest }),
  });
}
