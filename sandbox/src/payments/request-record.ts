import type { Call } from './exchange.ts';
import type { ProviderCode } from './payment.ts';

/** What a shop sent to a provider, as tests look at it: are there secrets in addresses, was anything made twice? */
export interface RecordedRequest {
  at: string;
  method: string;
  url: string;
  provider: ProviderCode;
  headers: Call['headers'];
  body: string;
}

export interface RequestRecord {
  add(provider: ProviderCode, call: Call, now: number): void;
  all(): RecordedRequest[];
  empty(): void;
}

/** Keeps the newest, up to twice as many for a moment. */
export function openRequestRecord(most = 20_000): RequestRecord {
  let requests: RecordedRequest[] = [];
  return {
    add(provider, { method, url, headers, body }, now) {
      requests.push({
        at: new Date(now).toISOString(),
        method,
        url: url.pathname + url.search,
        provider,
        headers,
        body,
      });
      if (requests.length >= 2 * most) requests = requests.slice(-most);
    },
    all: () => requests.slice(-most),
    empty() {
      requests = [];
    },
  };
}
