import type { FastifyInstance } from 'fastify';
import type { Arrived, Travel } from '../../app/platform/api/api-settings.ts';

/** Calls of pages to the API in the same process. */
export interface InProcessApi {
  travel: Travel;
  /** Forgets the remembered responses, because something changed. */
  forget(): void;
}

/**
 * Calls that every page repeats: menus, categories, attributes and their translations, blocks, and the addresses of
 * pages. Their results change only with the catalogue or the content.
 */
const repeated =
  /^\/api\/(?:catalog\/[^/]+\/(?:category|attribute|cms_\w+)\/_search|catalog\/labels|url\/map|ext\/cms-data\/cmsBlockIdentifier\/.+)\?/;
const personal = ['authorization', 'X-Group-Token', 'X-Cart-Token', 'Idempotency-Key'];
const maxResponses = 500;
/** In characters of their JSON. */
const maxSize = 4_000_000;

/**
 * Passes calls to the routes of the API without a connection, and remembers the parsed responses that
 * every page needs.
 */
export function inProcessApi(app: FastifyInstance, apiUrl: string): InProcessApi {
  const responses = new Map<string, Arrived>();
  let size = 0;
  let changes = 0;
  const forget = () => {
    responses.clear();
    size = 0;
    changes += 1;
  };
  const send: Travel = async (url, { method, headers, body, signal }) => {
    // A call has one of the methods that the routes have.
    const request = { method: method as 'GET', url: url.slice(apiUrl.length), headers, signal };
    const response = await app.inject(body === undefined ? request : { ...request, payload: body });
    const cookies = response.headers['set-cookie'];
    return {
      status: response.statusCode,
      type: String(response.headers['content-type'] ?? ''),
      // The code for stale in RFC 7234.
      isOld: String(response.headers.warning ?? '').startsWith('110'),
      text: response.payload,
      ...(cookies !== undefined && { cookies: [cookies].flat() }),
    };
  };
  const travel: Travel = async (url, call) => {
    const { body = '', headers } = call;
    const isRepeated = repeated.test(url.slice(apiUrl.length)) && !body.includes('"groupToken"');
    if (!isRepeated || personal.some((name) => name in headers)) return send(url, call);
    const key = `${url}\n${body}`;
    const known = responses.get(key);
    if (known) return known;
    const before = changes;
    const arrived = await send(url, call);
    if (!isLasting(arrived)) return arrived;
    const json: unknown = JSON.parse(arrived.text);
    // A product has its stock, which is not announced as long as no page shows the change.
    if (isProduct(json)) return arrived;
    const remembered = { ...arrived, text: '', json: frozen(json) };
    if (changes !== before) return remembered;
    size += arrived.text.length;
    if (size > maxSize || responses.size >= maxResponses) forget();
    responses.set(key, remembered);
    return remembered;
  };
  return { travel, forget };
}

const isLasting = ({ status, type, isOld, cookies }: Arrived): boolean =>
  status === 200 && type.includes('application/json') && !isOld && !cookies;

function isProduct(json: unknown): boolean {
  // Any parsed value can be read this way.
  const { result } = (json ?? {}) as { result?: { _type?: unknown } | null };
  return result?._type === 'product';
}

/** Many pages share the value, so none may change it. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
