import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const smallest = 1024;

/** A cached response, compressed at most once per encoding. */
export interface CachedSearchResponse {
  plain: Buffer;
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** The response is stale because the current one is not available. */
  isOld?: boolean;
}

type Encoding = 'br' | 'gzip';

/**
 * Cache of responses by key. Evicts the least recently used responses beyond `maxBytes`.
 * @param retainsStale whether `findOld` can still return invalidated responses
 */
export function createResponseCache(maxBytes: number, retainsStale = false) {
  const responses = new Map<string, CachedSearchResponse & { generation: number }>();
  let bytes = 0;
  let generation = 0;

  function drop(key: string): void {
    const dropped = responses.get(key);
    if (!dropped) return;
    responses.delete(key);
    bytes -= weight(key, dropped);
  }

  return {
    find(key: string): CachedSearchResponse | undefined {
      const entry = responses.get(key);
      if (entry?.generation !== generation) return undefined;
      responses.delete(key);
      responses.set(key, entry);
      return entry;
    },
    /** Finds a response, whether invalidated or not. */
    findOld(key: string): CachedSearchResponse | undefined {
      const entry = responses.get(key);
      return entry && { ...entry, isOld: true };
    },
    store(key: string, response: CachedSearchResponse): void {
      // Concurrent requests store the same response twice; only the first is stored.
      if (response.plain.length > maxBytes / 8 || responses.get(key)?.generation === generation) return;
      drop(key);
      responses.set(key, { ...response, generation });
      // A compressed response is about a quarter of the plain one, and both encodings may be stored.
      bytes += weight(key, response);
      for (const oldest of responses.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    forget(): void {
      generation++;
      if (retainsStale) return;
      responses.clear();
      bytes = 0;
    },
  };
}

function weight(key: string, response: CachedSearchResponse): number {
  return key.length * 2 + response.plain.length * 1.5;
}

/**
 * The bytes to send for an `Accept-Encoding` header. Compresses once and reuses the result.
 * @param accepts the `Accept-Encoding` header
 */
export async function encoded(
  response: CachedSearchResponse,
  accepts: string | undefined,
): Promise<{ bytes: Buffer; encoding: Encoding | undefined }> {
  const encoding = response.plain.length < smallest ? undefined : preferredEncoding(accepts);
  if (!encoding) return { bytes: response.plain, encoding };
  response.compressed[encoding] ??= compress(response.plain, encoding);
  return { bytes: await response.compressed[encoding], encoding };
}

function preferredEncoding(accepts: string | undefined): Encoding | undefined {
  if (!accepts) return undefined;
  if (/\bbr\b(?!;q=0(\.0*)?\b)/.test(accepts)) return 'br';
  return /\bgzip\b(?!;q=0(\.0*)?\b)/.test(accepts) ? 'gzip' : undefined;
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(plain, { level: 5 });
  return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
