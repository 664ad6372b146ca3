import { image, imageByUrl } from '@fynbos/core/catalogue/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Ready, route } from '../route.ts';
import { formatFor, mediaTypeOf } from './format.ts';
import { type ImageFolders, type Picture, type Pictures, pictures, year } from './service.ts';

interface Asked {
  path: string;
  width: number;
  height: number;
  action: 'fit' | 'resize' | 'identify';
}

/** Pictures in the allowed sizes, by path or with everything in the query (wire contract 1.9). */
export function imageRoutes(app: FastifyInstance, folders: ImageFolders): void {
  const shown = pictures(folders, (error, message) => app.log.warn(error, message));
  route(app, image, ({ params, request, reply }) =>
    answer(shown, { ...params, path: params['*'] }, request, reply),
  );
  route(app, imageByUrl, ({ query, request, reply }) =>
    answer(shown, { ...query, path: query.url }, request, reply),
  );
}

async function answer(shown: Pictures, asked: Asked, request: FastifyRequest, reply: FastifyReply) {
  const { path, action, ...box } = asked;
  if (action === 'identify') {
    const identity = await shown.identity(path);
    reply.header('cache-control', `public, max-age=${year}`);
    return identity;
  }
  const format = formatFor(request.headers.accept);
  return send(await shown.picture(path, { ...box, action, format }), request, reply);
}

function send({ bytes, etag, status, maxAge }: Picture, request: FastifyRequest, reply: FastifyReply): Ready {
  reply.headers({ etag, vary: 'Accept', 'cache-control': `public, max-age=${maxAge}` });
  const known = isKnown(etag, request.headers['if-none-match']);
  reply.code(known && status === 200 ? 304 : status);
  return new Ready(reply.statusCode === 304 ? '' : bytes, mediaTypeOf(bytes));
}

/** Does the client hold this very picture? Weak marks count: a proxy that repacked it still has the same pixels. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((mark) => mark.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
