import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stubs of a third-party tag manager and chat, served from another origin on this machine. */
export interface OutsideWorld {
  origin: string;
  /** Requested paths, in order. */
  requestedPaths: string[];
  /** Data layer entries with an event, as the tag manager received them. */
  events: DataLayerEvent[];
  forget(): void;
  close(): Promise<void>;
}

export interface DataLayerEvent {
  event: string;
  ecommerce: Record<string, unknown> & { items: Record<string, unknown>[] };
  user_data?: Record<string, string>;
}

/** Reads the data layer as a tag manager does: existing entries, then pushed ones. */
const tagManager = (origin: string) => `(() => {
  const tell = (entry) => entry.ecommerce && navigator.sendBeacon('${origin}/collect', JSON.stringify(entry));
  dataLayer.forEach(tell);
  const push = dataLayer.push;
  dataLayer.push = function (entry) { push.call(this, entry); tell(entry); };
})();`;

/** A chat button that can be shown and hidden. */
const chat = `(() => {
  const button = document.createElement('button');
  button.textContent = 'Chat';
  button.style.cssText = 'position:fixed;bottom:0;right:0;min-height:44px';
  document.body.append(button);
  Object.assign(Tawk_API, {
    showWidget: () => { button.hidden = false; },
    hideWidget: () => { button.hidden = true; },
    shutdown: () => { button.dataset.ended = 'yes'; },
    start: () => { delete button.dataset.ended; },
  });
  Tawk_API.onLoad();
})();`;

export async function openOutsideWorld(): Promise<OutsideWorld> {
  const requestedPaths: string[] = [];
  const events: DataLayerEvent[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    requestedPaths.push(pathname);
    const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    if (pathname === '/collect') {
      let body = '';
      for await (const chunk of request) body += chunk;
      events.push(JSON.parse(body));
      response.writeHead(204).end();
    } else response.writeHead(200, headers).end(pathname === '/gtm.js' ? tagManager(world.origin) : chat);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const world: OutsideWorld = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    events,
    forget: () => {
      requestedPaths.length = events.length = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return world;
}
