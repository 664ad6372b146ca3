/**
 * How long the beginning of an answer is waited for, in ms: as long as a call of the API (SEA-3). A line that takes everything and
 * answers nothing would hold a connection for minutes, also once it is well again, and a browser has six to a shop.
 */
export const longestSilence = 15_000;

/** Ends a fetch that hears nothing for that long. */
export interface Patience {
  /** The request, which ends with it too. */
  request: Request;
  /** An answer has begun: however slow the rest comes, it comes. */
  heard(): void;
}

export function patientWith(request: Request): Patience {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  const timer = setTimeout(giveUp, longestSilence);
  // Who leaves ends it; what has begun to arrive is perhaps being kept, and comes to its end.
  request.signal.addEventListener('abort', giveUp);
  return {
    // A request that is written anew forgets from which page it came.
    request: new Request(request, { signal: silence.signal, referrer: request.referrer }),
    heard() {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', giveUp);
    },
  };
}

/** Fetches from the shop. @throws where there is no network, or no answer for long */
export async function askLine(asked: Request): Promise<Response> {
  const { request, heard } = patientWith(asked);
  try {
    return await fetch(request);
  } finally {
    heard();
  }
}
