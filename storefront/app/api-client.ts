import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@fynbos/core/endpoint.ts';
import { shop } from '@fynbos/core/shop.ts';
import { ApiProblem } from './platform/api/api-problem.ts';
import { type Arrived, apiSettings, storeView, type Travel } from './platform/api/api-settings.ts';
import { chooseStore, chosenStore } from './platform/storage/chosen-store.ts';

/** The default transport of a call. */
export async function byFetch(...[url, call]: Parameters<Travel>): Promise<Arrived> {
  const response = await fetch(url, call);
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
}

/** Options of a call. `request` is the page's own request, so that its abort aborts the call (server only). */
export interface CallOptions<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  signal?: AbortSignal;
  request?: Request;
  /** The customer's access token; `callAsCustomer` supplies it. */
  token?: string;
  /** Selects the customer group whose prices are requested, for endpoints whose body does not name it. */
  groupToken?: string | undefined;
  /** Authorises access to a cart (spec D4). */
  cartToken?: string;
  /** Idempotency key of a write (spec D13). */
  key?: string;
  /** The fulfilment store of the call, if it is not the one chosen now. */
  store?: string | undefined;
  /** Milliseconds; by default `timeoutOf` the endpoint. */
  timeout?: number;
}

export interface ApiResponse<E extends Endpoint> {
  code: number;
  result: ResultOf<E>;
  meta: Record<string, unknown>;
  /** `Set-Cookie` headers of the response; available on a server only. */
  cookies?: readonly string[];
}

/**
 * Calls one endpoint of the API.
 * @throws ApiProblem for every refusal and failure
 * @throws the caller's own abort reason when the caller aborts the call
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ApiResponse<E>> {
  const ended = options.signal ?? options.request?.signal;
  const clock = AbortSignal.timeout(options.timeout ?? timeoutOf(endpoint));
  try {
    const { travel = byFetch } = apiSettings();
    const arrived = await travel(addressOf(endpoint, options), {
      method: endpoint.method,
      headers: headersOf(options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: ended ? AbortSignal.any([ended, clock]) : clock,
      // Sends the API's cookies also when the API has its own origin.
      credentials: 'include',
    });
    const response = readResponse(endpoint, arrived);
    forgetUnknownStore(response.meta);
    return { ...response, cookies: arrived.cookies };
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    ended?.throwIfAborted();
    throw new ApiProblem(clock.aborted ? 'timeout' : 'unreachable', {
      sentence: `${endpoint.name}: ${error}`,
    });
  }
}

const searches = /^(searchCatalogue|suggest)/;

/**
 * Search times out after 5 s in a browser and 1 s on the server, where a page waits for it (SEA-3). Other
 * calls time out after 15 s and 3 s. The operator of an overloaded server can multiply its limits.
 */
export function timeoutOf(endpoint: Endpoint): number {
  const onServer = import.meta.env.SSR && typeof document === 'undefined';
  const isSearch = searches.test(endpoint.name);
  if (!onServer) return isSearch ? 5000 : 15_000;
  return (isSearch ? 1000 : 3000) * (apiSettings().timeoutScale ?? 1);
}

function addressOf(endpoint: Endpoint, options: CallOptions<Endpoint>): string {
  const { params = {}, query = {}, token } = options;
  const { base, partitionKey, switches } = apiSettings();
  // The schemas of parameters and queries describe objects.
  const pathParams = params as Record<string, unknown>;
  const path = endpoint.path
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathParams[name])))
    .replace(/\*$/, () => String(pathParams['*']).split('/').map(encodeURIComponent).join('/'));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({
    // A schema describes it, like the parameters.
    ...(query as object),
    // Spec accounts 6: the token travels in a header when that switch is on, otherwise in the query.
    token: switches.tokenInHeader ? undefined : token,
    partitionKey,
    // Pages rendered on the server are shared by all visitors, so no store is sent.
    storePartitionKey:
      typeof document === 'undefined' ? undefined : 'store' in options ? options.store : chosenStore(),
    storeCode: storeView().code || undefined,
  })) {
    if (value !== undefined) search.append(name, String(value));
  }
  return `${base}${path}?${search}`;
}

/** spec D8: a store the shop no longer knows is deselected. */
function forgetUnknownStore({ unknownStore }: Record<string, unknown>): void {
  if (unknownStore !== undefined && unknownStore === chosenStore()) chooseStore(undefined);
}

function headersOf(options: CallOptions<Endpoint>): Record<string, string> {
  const { body, request, token, groupToken, cartToken, key } = options;
  const onServer = import.meta.env.SSR && typeof document === 'undefined';
  return {
    accept: 'application/json',
    // The API runs on the same network, so decompression would cost more than the bytes.
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

/** Headers forwarded from the page request: client, request id and trace. */
const carried = ['user-agent', 'x-forwarded-for', 'x-visitor', 'x-request-id', 'traceparent', 'tracestate'];

/** A form post to a page counts as same-origin and carries the visitor's headers. */
function fromOurPage(request: Request | undefined): Record<string, string> {
  const named = carried.map((name) => [name, request?.headers.get(name)]);
  return {
    'sec-fetch-site': 'same-origin',
    ...Object.fromEntries(named.filter(([, value]) => value)),
  };
}

/** Version label, client id, user agent and host, encoded so that any header can carry them (SHELL-5). */
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

function readResponse<E extends Endpoint>(endpoint: E, arrived: Arrived): ApiResponse<E> {
  const { status, type, text } = arrived;
  if (!type.includes('application/json')) throw new ApiProblem(codeOfPage(arrived));
  const body = arrived.json === undefined ? readJson(text) : arrived.json;
  if (status < 200 || status > 299) throw refusal(status, body);
  // The API keeps the contract of the endpoint, from which both sides take their types.
  if (!endpoint.envelope) return { code: status, result: body as ResultOf<E>, meta: {} };
  if (!isEnvelope(body)) throw new ApiProblem('wrong_format');
  if (body.code !== 200) throw refusal(body.code, body);
  // The contract gives the type here, too.
  return { code: body.code, result: body.result as ResultOf<E>, meta: body.meta ?? {} };
}

/** Error pages of a gateway have an error status; the page of a captive portal has none, or 511. */
function codeOfPage({ status, type }: Arrived): 'network_sign_in' | 'bad_content_type' {
  const isPortal = type.includes('text/html') && (status < 400 || status === 511);
  return isPortal ? 'network_sign_in' : 'bad_content_type';
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
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number';
}

/**
 * Reads a refusal: a sentence, `{errorMessage}` (spec D1), or the error code of an upstream server
 * (spec accounts 8).
 */
function refusalDetailsOf(result: unknown): { sentence?: string; code?: 'ENOTFOUND' } {
  if (typeof result === 'string') return { sentence: result };
  // A field of any value can be read, and is checked below.
  const { errorMessage, code } = (result ?? {}) as Record<string, unknown>;
  return {
    ...(typeof errorMessage === 'string' && { sentence: errorMessage }),
    ...(code === 'ENOTFOUND' && { code }),
  };
}

function refusal(status: number, body: unknown): ApiProblem {
  if (!isEnvelope(body)) return new ApiProblem('wrong_format', { status: Math.max(status, 500) });
  // The API gives every refusal these fields, with the types of `ApiProblem`.
  const { problem, retry, fields, values, requestId, ...rest } = (body.meta ?? {}) as Record<string, never>;
  const { sentence, code } = refusalDetailsOf(body.result);
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
