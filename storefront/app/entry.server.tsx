import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { visitContext } from '../server/visit.ts';
import { TextProvider } from './i18n/text-context.tsx';
import { headForMachines } from './seo/head-for-machines.ts';
import { OriginProvider } from './seo/origin.tsx';

const slowestRender = 10_000;

/** Renders a document whole before it is sent: it can then be hashed, compressed once and kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { text, scriptMark, report, seen, asView } = context.get(visitContext);
  const { origin } = new URL(request.url);
  const treeOf = (from: EntryContext) => (
    <TextProvider text={text}>
      <OriginProvider origin={origin}>
        <ServerRouter context={from} url={request.url} nonce={scriptMark} />
      </OriginProvider>
    </TextProvider>
  );
  const withoutData = { ...routerContext, serverHandoffStream: undefined };
  seen?.(async () => (await renderWhole(treeOf(withoutData), scriptMark, request.signal, report)).html);
  const rendered = await renderWhole(treeOf(routerContext), scriptMark, request.signal, report);
  const { failed } = rendered;
  const data = dataOfPage(routerContext);
  const html = failed
    ? rendered.html
    : await withHead(rendered.html, { data, origin, locale: text.locale, asView, request });
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', text.locale);
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** The loader data of the page itself; none when the page failed. */
function dataOfPage({ staticHandlerContext: { matches, loaderData, errors } }: EntryContext): unknown {
  const page = matches.at(-1)?.route.id;
  return errors || !page ? undefined : loaderData[page];
}

/** React lets elements stand in a head that it did not write, so these are no part of the page. */
async function withHead(
  html: Uint8Array<ArrayBuffer>,
  of: Omit<Parameters<typeof headForMachines>[0], 'head'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const end = Buffer.from(html.buffer, html.byteOffset, html.length).indexOf('</head>');
  if (end < 0) return html;
  const head = new TextDecoder().decode(html.subarray(0, end));
  const more = Buffer.from(await headForMachines({ head, ...of }));
  return Buffer.concat([Buffer.from(scriptsLast(head)), more, html.subarray(end)]);
}

/** Scripts are fetched early, and yet after what the page is painted with: style, font and first pictures. */
function scriptsLast(head: string): string {
  return head.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}

/** Told what a render threw: loaders and actions tell it themselves, and clients that left are no news. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: RouterContextProvider },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context?.get(visitContext).report(error);
}

interface Rendered {
  html: Uint8Array<ArrayBuffer>;
  /** A part below the shell could not be rendered; the browser will try it again. */
  failed: boolean;
}

function renderWhole(
  page: React.ReactNode,
  nonce: string,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<Rendered> {
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>();
  let failed = false;
  let shellReady = false;
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    // Nothing is sent early, so nothing needs to be swapped in later by inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: () => collect(pipe).then((html) => resolve({ html, failed }), reject),
    onShellReady: () => {
      shellReady = true;
    },
    onShellError: reject,
    onError(error) {
      failed = true;
      // Before the shell stands, the rejection is reported by React Router.
      if (shellReady && !signal.aborted) report(error);
    },
  });
  const giveUp = () => abort(signal.reason);
  const timer = setTimeout(() => abort(new Error('The page took too long to render')), slowestRender);
  signal.addEventListener('abort', giveUp, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  });
}

/** Takes everything React writes; a plain list is a good deal cheaper than a stream to read from again. */
function collect(pipe: (to: Writable) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const pieces: Uint8Array[] = [];
  const body = new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(piece);
      done();
    },
    final(done) {
      resolve(Buffer.concat(pieces));
      done();
    },
  });
  body.on('error', reject);
  pipe(body);
  return promise;
}
