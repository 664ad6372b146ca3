import { EngineAway } from '@fynbos/core/search/search-engine.ts';
import type { Wire } from './opensearch-client.ts';

/**
 * Maximum characters per bulk request: large enough to be fast, small enough for an engine with little
 * memory.
 */
const maxCharacters = 4_000_000;

/** Time-out of one bulk request; an engine that merges segments can be slow. */
const withinMs = 60_000;

const maxAttempts = 5;

interface Done {
  errors: boolean;
  items: Record<string, { status: number; error?: { type: string; reason: string } }>[];
}

/** The lines of one product's change in a bulk request. */
export type BulkEntry = string;

/** Adds a product to an index that is being built. */
export function added(id: number, entry: object, place: number): BulkEntry {
  return `{"index":{"_id":"${id}"}}\n${JSON.stringify({ ...entry, place })}\n`;
}

/**
 * Changes a product in the index in use and preserves its place. When several processes write the same
 * change, only the first has an effect.
 */
const script = `
  if (ctx.op != 'create' && ctx._source.print_a == params.entry.print_a && ctx._source.print_b == params.entry.print_b) {
    ctx.op = 'none';
  } else {
    def place = ctx.op == 'create' ? params.place : ctx._source.place;
    ctx._source.clear();
    ctx._source.putAll(params.entry);
    ctx._source.place = place;
  }`.replace(/\s+/g, ' ');

/** @param place place of the product if it is new */
export function changed(id: number, entry: object, place: number): BulkEntry {
  const change = {
    scripted_upsert: true,
    upsert: {},
    script: { lang: 'painless', source: script, params: { entry, place } },
  };
  return `{"update":{"_id":"${id}","retry_on_conflict":5}}\n${JSON.stringify(change)}\n`;
}

export function removed(id: number): BulkEntry {
  return `{"delete":{"_id":"${id}"}}\n`;
}

/**
 * Writes changes in batches; prepares the next batch while one is being sent.
 * @param alias an alias; fails when it has no index
 * @throws EngineAway when the engine rejects a change or stays too busy
 */
export async function writeBulk(
  wire: Wire,
  alias: string,
  changes: Iterable<BulkEntry> | AsyncIterable<BulkEntry>,
): Promise<void> {
  let part: BulkEntry[] = [];
  let length = 0;
  let inFlight: Promise<void> = Promise.resolve();
  const send = async () => {
    const entries = part;
    [part, length] = [[], 0];
    await inFlight;
    inFlight = sendPart(wire, alias, entries);
    // The next `await` handles a failure; this prevents an unhandled rejection until then.
    inFlight.catch(() => {});
  };
  for await (const entry of changes) {
    part.push(entry);
    length += entry.length;
    if (length >= maxCharacters) await send();
  }
  if (part.length > 0) await send();
  await inFlight;
}

async function sendPart(
  wire: Wire,
  alias: string,
  entries: readonly BulkEntry[],
  attempt = 1,
): Promise<void> {
  const path = `/${alias}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error`;
  const { errors, items } = await wire.request<Done>('POST', path, entries.join(''), withinMs);
  if (!errors) return;
  const results = items.flatMap((item) => Object.values(item));
  const wrong = results.find(({ status }) => status >= 400 && status !== 404 && status !== 429);
  const missing = results.find(({ status, error }) => status === 404 && error);
  const { type, reason } = (wrong ?? missing)?.error ?? {};
  if (type) throw new EngineAway(`the search engine rejected a product: ${type}, ${reason}`);
  const rejected = entries.filter((_, at) => results[at]?.status === 429);
  if (rejected.length === 0) return;
  if (attempt === maxAttempts) throw new EngineAway('the search engine is too busy to accept products');
  await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));
  return sendPart(wire, alias, rejected, attempt + 1);
}
