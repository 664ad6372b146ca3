import { Readable } from 'node:stream';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Sends XML as it is made, packed where the asker takes that; crawlers may keep it for an hour. */
export function xmlAnswer(request: Request, pieces: AsyncIterable<string>): Response {
  const text = (Readable.toWeb(Readable.from(withHead(pieces))) as ReadableStream<string>).pipeThrough(
    new TextEncoderStream(),
  );
  const packs = /\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get('accept-encoding') ?? '');
  const body = packs ? text.pipeThrough(new CompressionStream('gzip')) : text;
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'accept-encoding',
      ...(packs && { 'content-encoding': 'gzip' }),
    },
  });
}

async function* withHead(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* pieces;
}
