import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { standardSwitches } from '@fynbos/core/switches.ts';
import type { Renderer } from '@fynbos/storefront/server/render.ts';
import { serve } from './child.ts';

const bundle = fileURLToPath(new URL('../storefront/build/server/index.js', import.meta.url));

/**
 * What React alone needs for a page: the tree of one address, with its data in place, rendered anew by
 * `renderToPipeableStream` for every request and sent as it is. No loaders, no calls, no routing, no packing.
 */
serve<{ shop: number; path: string }>(async ({ shop, path }) => {
  const { configure, treeOf } = (await import(pathToFileURL(bundle).href)) as Renderer;
  const origin = `http://127.0.0.1:${shop}`;
  configure({ base: origin, publicBase: '', partitionKey: 'za', switches: standardSwitches });
  const again = await treeOf(new Request(origin + path));
  const server = createServer(async (request, response) => {
    request.resume();
    const html = await again();
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
