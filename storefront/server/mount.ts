import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';

export interface StorefrontOptions {
  /** Where the API answers, as the server reaches it: `http://127.0.0.1:3000`. */
  apiUrl: string;
  /** The folder `npm run build` wrote; the storefront's own by default. */
  build?: string;
  /** Whether anonymous pages are kept (decision switch "output cache"). */
  cache: boolean;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Serves the shop's pages and files on everything the API does not answer. */
export async function mountStorefront(app: FastifyInstance, options: StorefrontOptions): Promise<void> {
  const build = options.build ?? path.join(import.meta.dirname, '../build');
  const { render } = await import(pathToFileURL(path.join(build, 'server/index.js')).href);
  app.get('/assets/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    const bytes = await readFile(path.join(build, 'client/assets', path.basename(file))).catch(
      () => undefined,
    );
    if (!bytes) return reply.code(404).send('Not found');
    return reply.type(types[path.extname(file)] ?? 'application/octet-stream').send(bytes);
  });
  app.get('/*', async (request, reply) => {
    const response: Response = await render(
      new Request(new URL(request.url, `http://${request.host}`), {
        headers: request.headers as Record<string, string>,
      }),
    );
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.send(response.body ? Readable.fromWeb(response.body as never) : null);
  });
}
