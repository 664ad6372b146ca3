import { createHash } from 'node:crypto';
import { type Bodies, compressed, zippedQuickly } from '../http/compression.ts';
import { contentSecurityPolicy, type Others, sealScripts } from '../http/content-security-policy.ts';
import type { RenderedResponse } from '../rendering/request-context.ts';
import { type Cacheability, cacheabilityOf } from './browser-cacheability.ts';
import { cacheTagsHeader, latePartHeader, pageKindHeader, tagsIn } from './cache-tags.ts';

/** A complete response, ready to be sent any number of times. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  /** A page with cookies is never cached: it is for one shopper. */
  cookies: string[];
  bodies: Bodies;
  /** The deferred modules of the page, relative to the folder `app`. */
  latePart?: string;
  mark: Cacheability;
  /** Its kind in metrics. */
  kind: string;
  /** The tags of the page's content: when one of them is invalidated, the page is stale. */
  tags: string[];
}

/** Documents and the data of client navigation are rendered completely; everything else is streamed. */
export function isWholePage(response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('text/html') || type.startsWith('text/x-script');
}

/**
 * Reads a rendered response to its end and prepares it for sending.
 * @param of `path` and query inside the store view; `low`: for a visitor on low data
 */
export async function readPage(
  response: RenderedResponse,
  of: { path: string; nonce: string; origins: Others; low: boolean },
): Promise<Page> {
  const body = response.document ?? Buffer.from(await response.arrayBuffer());
  const headers = plainHeaders(response.headers);
  const document = headers['content-type']?.startsWith('text/html');
  const sealed = document ? sealDocument(body, headers, of) : body;
  const latePart = response.headers.get(latePartHeader);
  const bodies = of.low ? await compressed(sealed, 5) : zippedQuickly(sealed);
  // The same page has the same compressed bytes, which are fewer.
  if (response.status === 200)
    headers.etag = `"${createHash('sha256')
      .update(bodies.gzip ?? bodies.identity)
      .digest('base64url')
      .slice(0, 22)}"`;
  const page = {
    status: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    bodies,
    ...(latePart && { latePart }),
    kind: response.headers.get(pageKindHeader) ?? 'other',
    tags: tagsIn(response.headers),
  };
  return { ...page, mark: cacheabilityOf(of.path, page) };
}

function plainHeaders(source: Headers): Record<string, string> {
  const headers = Object.fromEntries(source);
  delete headers[cacheTagsHeader];
  delete headers[latePartHeader];
  delete headers[pageKindHeader];
  delete headers['set-cookie'];
  return headers;
}

function sealDocument(
  body: Buffer,
  headers: Record<string, string>,
  { nonce, origins }: { nonce: string; origins: Others },
): Buffer {
  const { html, hashes } = sealScripts(body, nonce);
  headers['content-security-policy'] = contentSecurityPolicy(hashes, origins);
  return html;
}
