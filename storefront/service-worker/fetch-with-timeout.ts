/**
 * How long to wait for the beginning of a response, in ms: as long as an API call (SEA-3). A stalled
 * connection would be occupied for minutes, even after the network recovered, and a browser has only six
 * per host.
 */
export const responseTimeoutMs = 15_000;

/** Aborts a fetch without a response after the time-out. */
export interface ResponseTimeout {
  /** The request, which the time-out aborts. */
  request: Request;
  /** The response has begun: it may take any time from now on. */
  responseStarted(): void;
}

export function withResponseTimeout(request: Request): ResponseTimeout {
  const silence = new AbortController();
  const abort = () => silence.abort();
  const timer = setTimeout(abort, responseTimeoutMs);
  // A cancelled request is aborted; a response that has begun may be on its way into the cache and is
  // completed.
  request.signal.addEventListener('abort', abort);
  return {
    // A copied request loses its referrer.
    request: new Request(request, { signal: silence.signal, referrer: request.referrer }),
    responseStarted() {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', abort);
    },
  };
}

/**
 * Fetches from the shop.
 * @throws without a network, or without a response within the time-out
 */
export async function fetchWithTimeout(original: Request): Promise<Response> {
  const { request, responseStarted } = withResponseTimeout(original);
  try {
    return await fetch(request);
  } finally {
    responseStarted();
  }
}
