import { createHash } from 'node:crypto';
import { cacheTagsHeader, latePartHeader, pageKindHeader, tagsIn } from './cache-tags.ts';
import { type Bodies, compressed, zippedQuickly } from './compress.ts';
import { contentSecurityPolicy, type Others, sealScripts } from './content-security.ts';
import { markOf } from './mark-page.ts';

/** A whole answer, ready to be sent any number of times. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  /** Never kept: such an answer is for one shopper. */
  cookies: string[];
  bodies: Bodies;
  /** The module of the page that is a file of its own, from the folder `app`. */
  latePart?: string;
  /** Whether a browser may keep it (`app/page-mark.ts`). */
  mark: 'keep' | 'once';
  /** What figures call it. */
  kind: string;
  /** What the page shows: when one of these changes, the page is stale. */
  tags: string[];
}

/** Documents and the data of client navigation are made whole; everything else streams through. */
export function isWhole(response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('text/html') || type.startsWith('text/x-script');
}

/**
 * Reads a rendered answer to its end and makes it ready to send.
 *
 * @param of `path` and query inside the store view; `low`: for somebody who counts bytes
 */
export async function readPage(
  response: Response,
  of: { path: string; mark: string; others: Others; low: boolean },
): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = plainHeaders(response.headers);
  const document = headers['content-type']?.startsWith('text/html');
  const sealed = document ? sealDocument(body, headers, of) : body;
  const latePart = response.headers.get(latePartHeader);
  if (response.status === 200)
    headers.etag = `"${createHash('sha256').update(sealed).digest('base64url').slice(0, 22)}"`;
  const page = {
    status: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    bodies: of.low ? await compressed(sealed, 5) : zippedQuickly(sealed),
    ...(latePart && { latePart }),
    kind: response.headers.get(pageKindHeader) ?? 'other',
    tags: tagsIn(response.headers),
  };
  return { ...page, mark: markOf(of.path, page) };
}

function plainHeaders(given: Headers): Record<string, string> {
  const headers = Object.fromEntries(given);
  delete headers[cacheTagsHeader];
  delete headers[latePartHeader];
  delete headers[pageKindHeader];
  delete headers['set-cookie'];
  return headers;
}

function sealDocument(
  body: Buffer,
  headers: Record<string, string>,
  { mark, others }: { mark: string; others: Others },
): Buffer {
  const { html, hashes } = sealScripts(body.toString(), mark);
  headers['content-security-policy'] = contentSecurityPolicy(hashes, others);
  return Buffer.from(html);
}
