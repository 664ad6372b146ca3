import type { Call } from './http-exchange.ts';
import type { ProviderCode } from './payment.ts';

/** A request the shop sent to a provider. Tests check these for secrets in URLs and duplicate creations. */
interface RecordedRequest {
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

/** Keeps the newest requests; may temporarily hold up to twice the limit. */
export function openRequestRecord(limit = 20_000): RequestRecord {
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
      if (requests.length >= 2 * limit) requests = requests.slice(-limit);
    },
    all: () => requests.slice(-limit),
    empty() {
      requests = [];
    },
  };
}
