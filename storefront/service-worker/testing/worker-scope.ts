import { vi } from 'vitest';
import { pageMark } from '../../app/page-mark.ts';
import { memoryCaches, origin } from './memory-caches.ts';

/** A request for a page, as the worker hears of it. */
export interface Asked {
  request: Request;
  /** What it goes on with after it has answered. */
  after: Promise<unknown>[];
  waitUntil(work: Promise<unknown>): void;
}

/** Stands where a worker's modules stand in a browser. Call it before they are imported. */
export function stubScope(
  shop: (path: string) => Response | Promise<Response>,
  { files = [], connection = {} }: { files?: string[]; connection?: object } = {},
): { asked: string[] } {
  const asked: string[] = [];
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
    asked.push(pathname + search);
    return shop(pathname + search);
  });
  return { asked };
}

/** A page of the shop. @param at when the shop said it, in ms since 1970 */
export function page(text: string, mark: 'keep' | 'once' = 'keep', at = Date.now()): Response {
  const headers = { [pageMark]: mark, date: new Date(at).toUTCString(), 'content-type': 'text/html' };
  return new Response(text, { headers });
}

export function visitOf(path: string): Asked & FetchEvent {
  const after: Promise<unknown>[] = [];
  const request = new Request(new URL(path, origin));
  return { request, after, waitUntil: (work: Promise<unknown>) => after.push(work) } as never;
}
