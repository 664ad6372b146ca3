import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What somebody else's tag manager and chat are told: pretend ones, at an address of their own on this machine. */
export interface OutsideWorld {
  origin: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Entries of the data layer that have an event, as the tag manager was told them. */
  events: Told[];
  forget(): void;
  close(): Promise<void>;
}

export interface Told {
  event: string;
  ecommerce: Record<string, unknown> & { items: Record<string, unknown>[] };
  user_data?: Record<string, string>;
}

/** Reads the data layer as a tag manager does: what is there, then what is pushed. */
const tagManager = (origin: string) => `(() => {
  const tell = (entry) => entry.ecommerce && navigator.sendBeacon('${origin}/collect', JSON.stringify(entry));
  dataLayer.forEach(tell);
  const push = dataLayer.push;
  dataLayer.push = function (entry) { push.call(this, entry); tell(entry); };
})();`;

/** A button that can be shown and hidden. */
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
  const asked: string[] = [];
  const events: Told[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    asked.push(pathname);
    const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    if (pathname === '/collect') {
      let body = '';
      for await (const piece of request) body += piece;
      events.push(JSON.parse(body));
      response.writeHead(204).end();
    } else response.writeHead(200, headers).end(pathname === '/gtm.js' ? tagManager(world.origin) : chat);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const world: OutsideWorld = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    events,
    forget: () => {
      asked.length = events.length = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return world;
}
