import { Readable } from 'node:stream';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Streams XML, compressed if the client accepts gzip; crawlers may cache it for an hour. */
export function xmlResponse(request: Request, chunks: AsyncIterable<string>): Response {
  // Node and the browser declare the same streams as different types.
  const text = (Readable.toWeb(Readable.from(withHead(chunks))) as ReadableStream<string>).pipeThrough(
    new TextEncoderStream(),
  );
  const isCompressed = /\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(
    request.headers.get('accept-encoding') ?? '',
  );
  const body = isCompressed ? text.pipeThrough(new CompressionStream('gzip')) : text;
  // A compressed text is bytes, and so is an encoded one.
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'accept-encoding',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
  });
}

async function* withHead(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* chunks;
}
