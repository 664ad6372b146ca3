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
  const timer = setTimeout(() => silence.abort(), longestSilence);
  const signal = AbortSignal.any([request.signal, silence.signal]);
  // A request that is written anew forgets from which page it came.
  return {
    request: new Request(request, { signal, referrer: request.referrer }),
    heard: () => clearTimeout(timer),
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
