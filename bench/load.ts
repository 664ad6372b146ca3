import autocannon, { type Request, type Result } from 'autocannon';

/** One request as it goes over the wire. */
export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  requests: number;
}

/** As browsers send it; a list that travels packed is what a shopper pays for. */
export const browserHeaders = { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' };

/**
 * Asks `next` again and again on 16 connections for so many seconds. Every answer must be a 2xx.
 * Times are taken with fractions of a millisecond, from each response.
 */
export async function load(port: number, next: () => Ask, seconds: number): Promise<Load> {
  const times: number[] = [];
  const result = await new Promise<Result>((resolve, reject) => {
    const options = {
      url: `http://127.0.0.1:${port}`,
      connections: 16,
      duration: seconds,
      requests: [
        { setupRequest: (request: Request) => ({ ...request, ...next(), headers: { ...browserHeaders } }) },
      ],
    };
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    running.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0 || times.length === 0) throw new Error(`${bad} of ${times.length} answers were no success`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { perSecond: times.length / result.duration, p50: at(0.5), p99: at(0.99), requests: times.length };
}

/** The same requests over and over, one after another. */
export function inRotation(asks: readonly Ask[]): () => Ask {
  let at = 0;
  return () => asks[at++ % asks.length]!;
}
