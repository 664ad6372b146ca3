import { openStubServer } from '../network/stub-server.ts';

/** A span in the JSON form of OTLP. */
export interface SeenSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: object }[];
  status: { code?: number };
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: SeenSpan[] }[] }[];
}

/** A collector that records the received spans. */
export async function openCollector() {
  const collector = await openStubServer(() => ({ body: {} }));
  const sent = () =>
    collector.receivedRequests.filter(({ url }) => url === '/v1/traces').map(({ body }) => body);
  return {
    url: collector.url,
    close: collector.close,
    /** All received bodies, unparsed. */
    text: () => sent().join('\n'),
    spans: (): SeenSpan[] =>
      sent()
        .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

export type Collector = Awaited<ReturnType<typeof openCollector>>;

/** The names of the spans from the root to this span: `[root, child, grandchild]`. */
export function spanPath(spans: readonly SeenSpan[], span: SeenSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? spanPath(spans, parent) : []), span.name];
}
