import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { looksLikeFile, readClientFiles } from './client-files.ts';
import { securityHeaders } from './content-security.ts';
import { DocumentCache } from './document-cache.ts';
import { PageMaker } from './page-maker.ts';
import type { Renderer } from './render.ts';
import { sendFile, sendPage, sendPlain, sendStream } from './send.ts';
import { isForeignForm, leaving, originOf, toWebRequest } from './web-request.ts';

export interface StorefrontOptions {
  /** Where the API answers, as this server reaches it: `http://127.0.0.1:3000`. */
  apiUrl: string;
  /** Where the API answers, as a browser reaches it; left out when it is the shop's own address. */
  publicApiUrl?: string;
  /** The shop's address as visitors type it, scheme and host; left out, each request tells. */
  publicUrl?: string;
  /** Names the shop on every call (decision 8). */
  partitionKey?: string;
  /** The folder `npm run build` wrote. */
  build?: string;
  /** Whether anonymous pages are kept in memory (switch "output cache"). */
  cache: boolean;
  /** How much memory they may take; 64 MB unless said otherwise. */
  cacheBytes?: number;
  /** How long they may be kept; 86400 s unless said otherwise (commerce 9). */
  cacheSeconds?: number;
}

/** The mounted storefront, for those who change what its pages show. */
export interface Storefront {
  /** Forgets every kept page that shows one of these: `P12`, `C3`, `product`, `home`. */
  invalidate(tags: Iterable<string>): number;
  /** Forgets every kept page. */
  invalidateAll(): void;
}

const ownBuild = path.join(import.meta.dirname, '../build');
const apiPath = /^\/(api|img)(\/|$)/;
const largestForm = 64 * 1024;
const mebibyte = 1024 * 1024;

/**
 * Serves the shop's pages and files on every address that the API does not answer itself.
 * Throws when the storefront has not been built.
 */
export async function mountStorefront(app: FastifyInstance, options: StorefrontOptions): Promise<Storefront> {
  const build = options.build ?? ownBuild;
  const renderer = await openRenderer(build, options);
  const files = await readClientFiles(path.join(build, 'client'));
  const cache = new DocumentCache({
    bytes: options.cacheBytes ?? 64 * mebibyte,
    seconds: options.cacheSeconds ?? 86_400,
  });
  const pages = new PageMaker({
    render: renderer.render,
    cache: options.cache ? cache : undefined,
    apiOrigin: options.publicApiUrl ?? '',
    preload: await messageFiles(build),
  });

  await app.register(async (scope) => {
    takeFormsAsTheyCome(scope);
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(securityHeaders((options.publicUrl ?? request.protocol).startsWith('https')));
    });
    scope.setErrorHandler((error, request, reply) => answerFailure(error as Error, request, reply));
    scope.all('/*', (request, reply) => {
      const address = request.raw.url ?? '/';
      const pathname = address.split('?', 1)[0] ?? '/';
      if (!pathname.startsWith('/')) return sendPlain(reply, 400, 'This is not an address of the shop.');
      if (apiPath.test(pathname)) return reply.callNotFound();
      const reading = request.method === 'GET' || request.method === 'HEAD';
      const file = files.get(pathname);
      if (file && reading) return sendFile(request, reply, file);
      if (looksLikeFile(pathname)) return sendPlain(reply, 404, 'Not found.');
      if (!reading && request.method !== 'POST') {
        return sendPlain(reply.header('allow', 'GET, HEAD, POST'), 405, 'Pages are read with GET.');
      }
      return answerPage(request, reply, address);
    });
  });
  return { invalidate: (tags) => cache.invalidate(tags), invalidateAll: () => cache.clear() };

  async function answerPage(
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
  ): Promise<FastifyReply> {
    const origin = originOf(request, options.publicUrl);
    if (!URL.canParse(origin + url)) return sendPlain(reply, 400, 'This is not an address of the shop.');
    if (isForeignForm(request, origin)) return sendPlain(reply, 403, 'This form was sent from another site.');
    const asked = { method: request.method, url, origin, storeCode: '', headers: request.headers };
    const left = leaving(reply);
    const made = await pages.make(asked, {
      request: (address, signal) => toWebRequest(request, origin + address, signal),
      left,
      report: (error) => request.log.error(error),
    });
    if (left.aborted) return reply.hijack();
    return 'bodies' in made ? sendPage(request, reply, made) : sendStream(reply, made);
  }
}

async function openRenderer(build: string, options: StorefrontOptions): Promise<Renderer> {
  const bundle = path.join(build, 'server/index.js');
  if (!existsSync(bundle))
    throw new Error(`The storefront is not built: ${bundle} is missing. Run npm run build.`);
  const renderer = (await import(pathToFileURL(bundle).href)) as Renderer;
  const { apiUrl, publicApiUrl = '', partitionKey = 'za' } = options;
  renderer.configure({ base: apiUrl, publicBase: publicApiUrl, partitionKey });
  return renderer;
}

/** Each language's message file as a `Link` header: the browser fetches it beside the scripts, not after. */
async function messageFiles(build: string): Promise<Map<string, string>> {
  const manifest = path.join(build, 'client/.vite/manifest.json');
  if (!existsSync(manifest)) return new Map();
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Record<
    string,
    { file: string; name?: string }
  >;
  const found = Object.entries(chunks).filter(([source]) => source.includes('virtual:messages/'));
  return new Map(
    found.map(([source, { file }]) => [source.split('/').at(-1) ?? '', `</${file}>; rel=modulepreload`]),
  );
}

/** Forms reach the page's action unread; React Router reads them. */
function takeFormsAsTheyCome(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestForm }, (_request, payload, done) =>
    done(null, payload),
  );
}

function answerFailure(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error(error);
  return sendPlain(reply, status, status < 500 ? error.message : 'Internal Server Error 500');
}
