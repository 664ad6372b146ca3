import { isApiPath } from '@fynbos/core/api-path.ts';
import { isFilePath, routeInRightCase } from '@fynbos/core/catalogue/fixed-routes.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { orderStatusPath } from '../app/paths.ts';
import { pageOriginHeader } from '../app/platform/pages/page-origin-header.ts';
import { sendCachedPage } from './cached-page-response.ts';
import type { ClientFile } from './http/client-files.ts';
import type { RetainedBuilds } from './http/retained-builds.ts';
import type { RoutedAddress, viewsAt } from './http/store-view-routing.ts';
import { isForeignForm, leaving, readForm, toWebRequest } from './http/web-request.ts';
import { wellKnown } from './http/well-known.ts';
import type { CacheKey } from './page-cache/cache-key.ts';
import { notePageKind } from './page-cache/page-kind.ts';
import type { PageMaker, Visitor } from './page-renderer.ts';
import type { Renderer } from './rendering/render.ts';
import { sendBusy, sendElsewhere, sendFile, sendPage, sendPlain, sendStream } from './send-response.ts';

/** The dependencies of the request handler. */
export interface HandlerContext {
  /** The browser's build, by URL path. */
  files: ReadonlyMap<string, ClientFile>;
  /** Files of other builds; undefined when none are kept. */
  retainedBuilds: RetainedBuilds | undefined;
  pages: PageMaker;
  busyPage: Renderer['busyPage'];
  /** Resolves the store view and path of an address. */
  show: ReturnType<typeof viewsAt>;
  /** The secret by which an API in this process recognises this server; undefined for a remote API. */
  visitorSecret: string | undefined;
  /** Whether proxies are trusted to report the scheme of a request. */
  hasProxies: boolean;
  contactMail: string | undefined;
  /** Whether no failed lookup of a path was logged within the last minute. */
  isFirstThisMinute: (path: string) => boolean;
}

const methods = 'GET, HEAD, POST';

/** Handles every address outside the API: sends a file, a page, or an error. */
export function handleStorefrontRequest(
  context: HandlerContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const url = request.raw.url ?? '/';
  const pathname = url.split('?', 1)[0] ?? '/';
  // A URL parser reads the rest of `//name` as a host.
  if (!pathname.startsWith('/') || pathname.startsWith('//')) return notOurs(reply);
  if (isApiPath(url)) return reply.callNotFound();
  const reading = request.method === 'GET' || request.method === 'HEAD';
  const securely = reading && secureAddress(context, request, url);
  if (securely) return reply.header('cache-control', 'no-store').redirect(securely, 301);
  const file = context.files.get(pathname);
  notePageKind(request, file ? 'file' : 'other');
  if (file && reading) return sendFile(request, reply, file);
  if (reading && pathname.startsWith('/.well-known/')) return sendWellKnown(context, request, reply);
  if (isFilePath(pathname)) return sendRetainedFile(context, request, reply, reading ? pathname : '');
  if (!reading && request.method !== 'POST') {
    return sendPlain(reply.header('allow', methods), 405, 'Pages can only be read with GET.');
  }
  const rightPath = reading && routeInRightCase(pathname);
  if (rightPath) return reply.redirect(rightPath + url.slice(pathname.length), 301);
  const shown = context.show(request, url);
  if (shown.elsewhere) return sendElsewhere(request, reply, shown.elsewhere);
  const { currentView, origin } = shown;
  const view = currentView?.view ?? defaultStoreView;
  const pageRequest = { method: request.method, url, origin, view, headers: request.headers };
  const key = context.pages.keyOf(pageRequest);
  const cachedPage = key && context.pages.find(key);
  if (!cachedPage) return makePage(context, request, reply, { url, key, shown });
  notePageKind(request, cachedPage.kind);
  return sendCachedPage(request, reply, cachedPage);
}

/**
 * The address with TLS, if the shop has one and its proxy received this request without. Browsers send
 * `Sec-Fetch-Site` only over TLS: a proxy that reports the wrong scheme causes no redirect loop.
 */
function secureAddress(
  { show, hasProxies }: HandlerContext,
  request: FastifyRequest,
  url: string,
): string | undefined {
  const { 'x-forwarded-proto': scheme, 'sec-fetch-site': site } = request.headers;
  if (!hasProxies || !scheme || request.protocol !== 'http' || site !== undefined) return undefined;
  const { origin } = show(request, url);
  return origin.startsWith('https:') ? origin + url : undefined;
}

function sendWellKnown(
  { show, contactMail }: HandlerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [pathname = ''] = (request.raw.url ?? '').split('?', 1);
  const { origin, currentView } = show(request, '/');
  const address = origin + (currentView?.prefix ?? '');
  const known = wellKnown(pathname, { address, origin, contactMail }, new Date());
  if (!known) return sendPlain(reply, 404, 'Not found.');
  return 'to' in known ? reply.redirect(known.to, 302) : sendPlain(reply, 200, known.text);
}

/** A file that this build does not have: tabs of another version may still need it. */
async function sendRetainedFile(
  { retainedBuilds }: HandlerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  pathname: string,
): Promise<FastifyReply> {
  const file = await retainedBuilds?.find(pathname);
  if (!file) return sendPlain(reply, 404, 'Not found.');
  notePageKind(request, 'file');
  return sendFile(request, reply, file);
}

async function makePage(
  { pages, busyPage, visitorSecret, isFirstThisMinute }: HandlerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { url, key, shown }: { url: string; key: CacheKey | undefined; shown: RoutedAddress },
): Promise<FastifyReply> {
  const { currentView, origin, path } = shown;
  // As a link or a redirect, a path such as `/x/..//name` leads to the host of this name.
  if (URL.parse(origin + url)?.pathname.startsWith('//') !== false) return notOurs(reply);
  if (isReturn(path)) delete request.headers.origin;
  else if (isForeignForm(request, origin))
    return sendPlain(reply, 403, 'This form was sent from another site.');
  const form = request.method === 'POST' && !isReturn(path) ? await readForm(request) : 'readable';
  if (form === 'unsupported') return sendPlain(reply, 415, 'Send the form as a web page does.');
  if (form === 'malformed') return sendPlain(reply, 400, 'The form could not be read.');
  const left = leaving(reply);
  const webRequest = (address: string, signal: AbortSignal) =>
    toWebRequest(request, origin + address, signal, visitorSecret);
  const visitor: Visitor = {
    request: webRequest,
    left,
    currentView,
    report: (error) => request.log.error(error),
    note: (reason, refused) => {
      // A query may contain personal data.
      const [place = ''] = path.slice(0, maxLoggedPath).split('?', 1);
      if (refused === undefined) request.log.info({ reason }, 'page not found');
      else if (isFirstThisMinute(place))
        request.log.warn({ reason: refused, path: place }, 'URL lookup failed');
    },
  };
  const made = await pages.make(url, key, visitor).catch(ofBusyShop);
  if (left.aborted) return reply.hijack();
  if (made === undefined) {
    if (isFirstThisMinute(renderQueueFull)) request.log.warn('too many pages are waiting to be rendered');
    const [pathname = ''] = path.split('?', 1);
    const isData = pathname.endsWith('.data');
    return sendBusy(reply, isData ? undefined : await busyPage(webRequest(url, left), currentView));
  }
  if (!('bodies' in made)) return sendStream(reply, made);
  notePageKind(request, made.kind);
  // If the page cache is on, the header reports that this page was not cached (wire contract 1.9).
  if (pages.hasCache) reply.header('x-vs-cache', 'Miss');
  return sendPage(
    request,
    reply.header(pageOriginHeader, request.method === 'POST' ? 'once' : made.mark),
    made,
  );
}

/** Stands for all pages in the log, in place of a path. */
const renderQueueFull = 'render queue';

/** A page that was not rendered because too many others are. */
function ofBusyShop(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
}

const minute = 60_000;
const maxPathsRemembered = 1000;
const maxLoggedPath = 200;

/** @returns whether a path was not passed within the last minute */
export function firstThisMinute(): (path: string) => boolean {
  const lastAt = new Map<string, number>();
  return (path) => {
    const now = Date.now();
    const last = lastAt.get(path);
    if (last !== undefined && now - last < minute) return false;
    lastAt.delete(path);
    lastAt.set(path, now);
    const [oldest] = lastAt.keys();
    if (lastAt.size > maxPathsRemembered && oldest !== undefined) lastAt.delete(oldest);
    return true;
  };
}

/**
 * Whether a payment provider may send the shopper here with a form of its own. The page that receives it
 * changes nothing and identifies no customer by it: it reads hints and redirects.
 */
const isReturn = (url: string): boolean => url.split('?', 1)[0] === orderStatusPath;

function notOurs(reply: FastifyReply): FastifyReply {
  return sendPlain(reply, 400, 'This is not an address of the shop.');
}
