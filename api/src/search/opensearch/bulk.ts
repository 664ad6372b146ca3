import { EngineAway } from '@fynbos/core/search/engine.ts';
import type { Wire } from './wire.ts';

/** As many characters as are sent at once: large enough to be quick, small enough for an engine with little memory. */
const mostCharacters = 4_000_000;

/** As long as a part may take; an engine that merges may be busy for a while. */
const withinMs = 60_000;

const mostTries = 5;

interface Done {
  errors: boolean;
  items: Record<string, { status: number; error?: { type: string; reason: string } }>[];
}

/** One change of one product: the lines of it. */
export type Lines = string;

/** A new product of an index that is being built. */
export function added(id: number, entry: object, place: number): Lines {
  return `{"index":{"_id":"${id}"}}\n${JSON.stringify({ ...entry, place })}\n`;
}

/**
 * A change of a product in use. It keeps its place; and of several processes that write the same only the
 * first does, for the others there is nothing left to do.
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

/** @param place where it comes to stand if it is new */
export function changed(id: number, entry: object, place: number): Lines {
  const change = {
    scripted_upsert: true,
    upsert: {},
    script: { lang: 'painless', source: script, params: { entry, place } },
  };
  return `{"update":{"_id":"${id}","retry_on_conflict":5}}\n${JSON.stringify(change)}\n`;
}

export function removed(id: number): Lines {
  return `{"delete":{"_id":"${id}"}}\n`;
}

/**
 * Writes changes in parts, one on its way while the next is put together.
 *
 * @param alias an alias; without an index behind it nothing is written
 * @throws EngineAway when the engine takes one of them not even after a while
 */
export async function write(
  wire: Wire,
  alias: string,
  changes: Iterable<Lines> | AsyncIterable<Lines>,
): Promise<void> {
  let part: Lines[] = [];
  let length = 0;
  let underWay: Promise<void> = Promise.resolve();
  const send = async () => {
    const lines = part;
    [part, length] = [[], 0];
    await underWay;
    underWay = sendPart(wire, alias, lines);
    // Whoever waits for it next hears of a failure; until then it is nobody's.
    underWay.catch(() => {});
  };
  for await (const lines of changes) {
    part.push(lines);
    length += lines.length;
    if (length >= mostCharacters) await send();
  }
  if (part.length > 0) await send();
  await underWay;
}

async function sendPart(wire: Wire, alias: string, lines: readonly Lines[], tries = 1): Promise<void> {
  const path = `/${alias}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error`;
  const { errors, items } = await wire.ask<Done>('POST', path, lines.join(''), withinMs);
  if (!errors) return;
  const results = items.map((item) => Object.values(item)[0]!);
  const wrong = results.find(({ status }) => status >= 400 && status !== 404 && status !== 429);
  const gone = results.find(({ status, error }) => status === 404 && error);
  const { type, reason } = (wrong ?? gone)?.error ?? {};
  if (type) throw new EngineAway(`the search engine refused a product: ${type}, ${reason}`);
  const again = lines.filter((_, at) => results[at]!.status === 429);
  if (again.length === 0) return;
  if (tries === mostTries) throw new EngineAway('the search engine is too busy to take products');
  await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries));
  return sendPart(wire, alias, again, tries + 1);
}
