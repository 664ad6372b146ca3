import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

const slowestRender = 10_000;

/** Renders a document whole before it is sent: it can then be hashed, compressed once and kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const page = <ServerRouter context={routerContext} url={request.url} />;
  const { html, failed } = await renderWhole(page, request.signal);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status: failed ? 500 : status, headers });
}

function renderWhole(page: React.ReactNode, signal: AbortSignal) {
  return new Promise<{ html: Uint8Array<ArrayBuffer>; failed: boolean }>((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(page, {
      // Nothing is sent early, so nothing needs to be swapped in later by inline scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(timer);
        const out = new PassThrough();
        buffer(out).then((html) => resolve({ html: html as Uint8Array<ArrayBuffer>, failed }), reject);
        pipe(out);
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        if (!signal.aborted) console.error(error);
      },
    });
    const timer = setTimeout(() => abort(new Error('The page took too long to render')), slowestRender);
    signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  });
}
