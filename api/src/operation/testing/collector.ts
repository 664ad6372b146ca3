import { openStandIn } from '../../testing/stand-in.ts';

/** A span as OTLP writes it in JSON. */
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

/** A collector that keeps the spans it is handed. */
export async function openCollector() {
  const collector = await openStandIn(() => ({ body: {} }));
  const sent = () => collector.asked.filter(({ url }) => url === '/v1/traces').map(({ body }) => body);
  return {
    url: collector.url,
    close: collector.close,
    /** All it was handed, as it came. */
    text: () => sent().join('\n'),
    spans: (): SeenSpan[] =>
      sent()
        .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

export type Collector = Awaited<ReturnType<typeof openCollector>>;

/** The names of spans from the outermost inwards: `[root, child, grandchild]`. */
export function wayTo(spans: readonly SeenSpan[], span: SeenSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? wayTo(spans, parent) : []), span.name];
}
