import type { Server } from 'node:http';
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import type { Renderer } from './rendering/render.ts';

/** The storefront's sources, as Vite serves them during development. */
export interface DevelopmentSources {
  /** Serves the modules, style sheets and public files that pages request. */
  vite: ViteDevServer;
  /** The renderer of the current sources; unchanged modules are not loaded again. */
  loadRenderer(): Promise<Renderer>;
}

/** Opens Vite without a server of its own. Open pages receive changes through a WebSocket of this server. */
export async function openDevelopmentRenderer(server: Server): Promise<DevelopmentSources> {
  const root = path.join(import.meta.dirname, '..');
  const vite = await createServer({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const entry = path.join(import.meta.dirname, 'rendering/render.ts');
  // The entry exports what a renderer has.
  return { vite, loadRenderer: async () => (await vite.ssrLoadModule(entry)) as Renderer };
}
