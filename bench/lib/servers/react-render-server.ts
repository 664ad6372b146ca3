import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { standardSwitches } from '@fynbos/core/switches.ts';
import type { Renderer } from '@fynbos/storefront/server/rendering/render.ts';
import { serve } from './child-server.ts';

const bundle = fileURLToPath(new URL('../../../storefront/build/server/index.js', import.meta.url));

/**
 * The floor of a rendered page: the React tree of one path with its data in place. `renderToPipeableStream`
 * renders it for every request, without loaders, API calls, routing or compression.
 */
serve<{ shop: number; path: string }>(async ({ shop, path }) => {
  const { configure, treeOf } = (await import(pathToFileURL(bundle).href)) as Renderer;
  const origin = `http://127.0.0.1:${shop}`;
  configure({ base: origin, publicBase: '', partitionKey: 'za', switches: standardSwitches });
  const render = await treeOf(new Request(origin + path));
  const server = createServer(async (request, response) => {
    request.resume();
    const html = await render();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
});
