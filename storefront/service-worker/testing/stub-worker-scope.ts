import { vi } from 'vitest';
import { pageOriginHeader } from '../../app/platform/pages/page-origin-header.ts';
import { memoryCaches, origin } from './memory-caches.ts';

/** A fetch event as the worker receives it. */
export interface StubFetchEvent {
  request: Request;
  /** Work the event continues after the response. */
  after: Promise<unknown>[];
  waitUntil(work: Promise<unknown>): void;
}

/** Stubs the worker's globals. Call it before importing the worker's modules. */
export function stubScope(
  shop: (path: string) => Response | Promise<Response>,
  { files = [], connection = {} }: { files?: string[]; connection?: object } = {},
): { requested: string[] } {
  const requested: string[] = [];
  vi.resetModules();
  vi.stubGlobal('self', { __SW_MANIFEST: files });
  vi.stubGlobal('caches', memoryCaches());
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('navigator', { connection, language: 'en' });
  vi.stubGlobal('__WORDS__', {});
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string | URL | Request, init?: RequestInit) {
        super(input instanceof Request ? input : new URL(input, origin), init);
      }
    },
  );
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const { pathname, search } = new URL(typeof input === 'string' ? input : input.url, origin);
    requested.push(pathname + search);
    return shop(pathname + search);
  });
  return { requested };
}

/**
 * A page of the shop.
 * @param at date of the response, in milliseconds since 1970
 */
export function page(text: string, cachePolicy: 'keep' | 'once' = 'keep', at = Date.now()): Response {
  const headers = {
    [pageOriginHeader]: cachePolicy,
    date: new Date(at).toUTCString(),
    'content-type': 'text/html',
  };
  return new Response(text, { headers });
}

export function visitOf(path: string): StubFetchEvent & FetchEvent {
  const after: Promise<unknown>[] = [];
  const request = new Request(new URL(path, origin));
  return { request, after, waitUntil: (work: Promise<unknown>) => after.push(work) } as never;
}
