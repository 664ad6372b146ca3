import { isApiPath } from '@fynbos/core/api-path.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageMark } from '../app/page-mark.ts';
import { orderStatusPath } from '../app/paths.ts';
import type { CacheKey } from './cache-key.ts';
import { type ClientFile, looksLikeFile } from './client-files.ts';
import { notePageKind } from './page-kind.ts';
import type { PageMaker } from './page-maker.ts';
import { sendElsewhere, sendFile, sendPage, sendPlain, sendStream } from './send.ts';
import type { Shown, viewsAt } from './store-views.ts';
import { isForeignForm, leaving, toWebRequest } from './web-request.ts';

/** What the storefront answers from. */
export interface Shelf {
  /** The browser's build, by URL path. */
  files: ReadonlyMap<string, ClientFile>;
  pages: PageMaker;
  /** What an address shows. */
  show: ReturnType<typeof viewsAt>;
}

const methods = 'GET, HEAD, POST';

/** Answers any address the API does not: a file, a page, or what is wrong with the question. */
export function answer(shelf: Shelf, request: FastifyRequest, reply: FastifyReply) {
  const url = request.raw.url ?? '/';
  const pathname = url.split('?', 1)[0] ?? '/';
  if (!pathname.startsWith('/')) return notOurs(reply);
  if (isApiPath(url)) return reply.callNotFound();
  const reading = request.method === 'GET' || request.method === 'HEAD';
  const file = shelf.files.get(pathname);
  notePageKind(request, file ? 'file' : 'other');
  if (file && reading) return sendFile(request, reply, file);
  if (looksLikeFile(pathname)) return sendPlain(reply, 404, 'Not found.');
  if (!reading && request.method !== 'POST') {
    return sendPlain(reply.header('allow', methods), 405, 'Pages are read with GET.');
  }
  const shown = shelf.show(request, url);
  if (shown.elsewhere) return sendElsewhere(request, reply, shown.elsewhere);
  const { here, origin } = shown;
  const view = here?.view ?? defaultStoreView;
  const asked = { method: request.method, url, origin, view, headers: request.headers };
  const key = shelf.pages.keyOf(asked);
  const kept = key && shelf.pages.find(key);
  if (!kept) return makePage(shelf, request, reply, { url, key, shown });
  notePageKind(request, kept.kind);
  return sendPage(request, reply.header('x-vs-cache', 'Hit').header(pageMark, kept.mark), kept);
}

async function makePage(
  { pages }: Shelf,
  request: FastifyRequest,
  reply: FastifyReply,
  { url, key, shown }: { url: string; key: CacheKey | undefined; shown: Shown },
): Promise<FastifyReply> {
  const { here, origin, path } = shown;
  if (!URL.canParse(origin + url)) return notOurs(reply);
  if (isReturn(path)) delete request.headers.origin;
  else if (isForeignForm(request, origin))
    return sendPlain(reply, 403, 'This form was sent from another site.');
  const left = leaving(reply);
  const made = await pages.make(url, key, {
    request: (address, signal) => toWebRequest(request, origin + address, signal),
    left,
    here,
    report: (error) => request.log.error(error),
    note: (reason) => request.log.info({ reason }, 'There is no such page'),
  });
  if (left.aborted) return reply.hijack();
  if (!('bodies' in made)) return sendStream(reply, made);
  notePageKind(request, made.kind);
  // Where pages are kept, whoever measures hears that this one was not (wire contract 1.9).
  if (pages.keeps) reply.header('x-vs-cache', 'Miss');
  return sendPage(request, reply.header(pageMark, request.method === 'POST' ? 'once' : made.mark), made);
}

/**
 * Payment providers send shoppers back with a form of theirs. The page that takes it changes nothing and knows nobody by
 * it: it reads hints and leads on.
 */
const isReturn = (url: string): boolean => url.split('?', 1)[0] === orderStatusPath;

function notOurs(reply: FastifyReply): FastifyReply {
  return sendPlain(reply, 400, 'This is not an address of the shop.');
}
