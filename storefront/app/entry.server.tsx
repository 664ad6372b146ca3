import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { visitContext } from '../server/rendering/request-context.ts';
import { labelsId } from './platform/i18n/message-loader.ts';
import { TextProvider } from './platform/i18n/text-context.tsx';
import { readData } from './platform/pages/document-data.ts';
import { jsonMarkup } from './platform/seo/head-markup.ts';
import { OriginProvider } from './platform/seo/site-origin.tsx';
import scrollPositions from './platform/storage/scroll-positions.ts?inline-script';
import { documentMetadata } from './seo/document-head.ts';
import earlyPresses from './ui/loading/early-presses.ts?inline-script';

export { lateParts } from './platform/pages/late-parts.ts';

const slowestRender = 10_000;

/** Renders the complete document before it is sent, so that it can be hashed, compressed once and cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const visit = context.get(visitContext);
  const { text, shownLabels, scriptNonce: nonce, report, seen, asView } = visit;
  const { origin } = new URL(request.url);
  const treeOf = (from: EntryContext) => (
    <TextProvider text={text}>
      <OriginProvider origin={origin}>
        <ServerRouter context={from} url={request.url} nonce={nonce} />
      </OriginProvider>
    </TextProvider>
  );
  const withoutData = { ...routerContext, serverHandoffStream: undefined };
  seen?.(async () => (await renderWhole(treeOf(withoutData), nonce, request.signal, report)).html);
  const rendered = await renderWhole(treeOf(routerContext), nonce, request.signal, report);
  const { failed } = rendered;
  const data = dataOfPage(routerContext);
  const additionsTo = async (head: string) =>
    (shownLabels ? jsonMarkup(labelsId, shownLabels) : '') +
    (failed ? '' : await documentMetadata({ head, data, origin, text, asView, request }));
  visit.document = await withHead(rendered.html, additionsTo, nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', text.locale);
  return new Response(null, { status: failed ? 500 : status, headers });
}

/** The loader data of the page itself; undefined when the page failed. */
function dataOfPage({ staticHandlerContext: { matches, loaderData, errors } }: EntryContext): unknown {
  const page = matches.at(-1)?.route.id;
  return errors || !page ? undefined : readData(loaderData[page]);
}

/** React accepts elements in the head that it did not render, so these are added to the HTML directly. */
async function withHead(
  html: Buffer,
  additionsTo: (head: string) => Promise<string>,
  nonce: string,
): Promise<Buffer> {
  const end = html.indexOf('</head>');
  if (end < 0) return html;
  const head = html.toString('utf8', 0, end);
  const more = Buffer.from(await additionsTo(head));
  return Buffer.concat([Buffer.from(inOrder(head, nonce)), more, html.subarray(end)]);
}

/**
 * The scripts that hold early presses and drop invalid scroll positions come first. Other scripts get low fetch
 * priority, after the style, font and first pictures that the page needs to paint.
 */
function inOrder(head: string, nonce: string): string {
  return head
    .replace(
      /<meta charSet="utf-8"\/?>/,
      (charset) => `${charset}<script nonce="${nonce}">${earlyPresses};${scrollPositions}</script>`,
    )
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}

/**
 * Reports errors thrown while rendering. Loaders and actions report their own errors; aborted requests are
 * ignored.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: RouterContextProvider },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context?.get(visitContext).report(error);
}

interface Rendered {
  html: Buffer;
  /** A part below the shell could not be rendered; the browser will retry it. */
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
    // Nothing is sent early, so no content needs to be swapped in later by inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: () => collect(pipe).then((html) => resolve({ html, failed }), reject),
    onShellReady: () => {
      shellReady = true;
    },
    onShellError: reject,
    onError(error) {
      failed = true;
      // Before the shell is ready, React Router reports the rejection.
      if (shellReady && !signal.aborted) report(error);
    },
  });
  const abortRender = () => abort(signal.reason);
  const timer = setTimeout(() => abort(new Error('The page took too long to render')), slowestRender);
  signal.addEventListener('abort', abortRender, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abortRender);
  });
}

/** Collects everything React writes; an array is cheaper than another stream. */
function collect(pipe: (to: Writable) => void): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Uint8Array[] = [];
  const body = new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      resolve(Buffer.concat(chunks));
      done();
    },
  });
  body.on('error', reject);
  pipe(body);
  return promise;
}
