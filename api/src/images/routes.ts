import { image, imageByUrl } from '@fynbos/core/images/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { Ready, route } from '../route.ts';
import { formatFor, mediaTypeOf } from './image-format.ts';
import { createImageService, type ImageFolders, type Picture, type Pictures, year } from './image-service.ts';

interface ImageRequest {
  path: string;
  width: number;
  height: number;
  action: 'fit' | 'resize' | 'identify';
}

/** Serves pictures in the allowed sizes, by path or with all parameters in the query (wire contract 1.9). */
export function imageRoutes(app: FastifyInstance, folders: ImageFolders): void {
  const shown = createImageService(folders, (error, message) => app.log.warn(error, message));
  route(app, image, ({ params, request, reply }) =>
    respond(shown, { ...params, path: params['*'] }, request, reply),
  );
  route(app, imageByUrl, ({ query, request, reply }) =>
    respond(shown, { ...query, path: query.url }, request, reply),
  );
}

async function respond(
  shown: Pictures,
  imageRequest: ImageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { path, action, ...size } = imageRequest;
  const client = clientIpOf(request.ip);
  if (action === 'identify') {
    const identity = await shown.identity(path, client);
    reply.header('cache-control', `public, max-age=${year}`);
    return identity;
  }
  const format = formatFor(request.headers.accept);
  return send(await shown.picture(path, { ...size, action, format, client }), request, reply);
}

function send({ bytes, etag, status, maxAge }: Picture, request: FastifyRequest, reply: FastifyReply): Ready {
  reply.headers({ etag, vary: 'Accept', 'cache-control': `public, max-age=${maxAge}` });
  // Mails, other clients and pages of another host show them (ADR-032).
  reply.header('cross-origin-resource-policy', 'cross-origin');
  const known = isKnown(etag, request.headers['if-none-match']);
  reply.code(known && status === 200 ? 304 : status);
  return new Ready(reply.statusCode === 304 ? '' : bytes, mediaTypeOf(bytes));
}

/**
 * Whether the client already has this picture. Weak ETags match too: a proxy that recompressed the response
 * did not change the pixels.
 */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
