import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ViewUrls } from '../platform/http/store-view-urls.ts';
import { Ready } from '../route.ts';
import type { LinkedDownload } from './records/order-download-service.ts';
import { pushedLink } from './records/order-link.ts';

/** By the ending of the name. No type that a browser runs: other files are bytes. */
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
};

/**
 * Sends the file of a link. A browser with an expired link goes to the page of the order, which has a new link for
 * those who may see it.
 * @throws Problem download_expired
 */
export function sendDownload(
  linked: LinkedDownload,
  { request, reply, viewUrls }: { request: FastifyRequest; reply: FastifyReply; viewUrls: ViewUrls },
): Ready {
  if ('expired' in linked) {
    if (!request.headers.accept?.includes('text/html')) throw new Problem('download_expired');
    const page = new URL(pushedLink(viewUrls, linked.expired));
    page.searchParams.set('download', 'expired');
    reply.code(303).header('location', page.href);
    return new Ready('', 'text/plain; charset=utf-8');
  }
  const { file_name, size_bytes } = linked.file;
  reply
    .header('content-length', size_bytes)
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded(file_name)}`);
  return new Ready(
    linked.content,
    types[file_name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream',
  );
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
