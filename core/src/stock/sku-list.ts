const separator = ',';

/** Writes SKUs as a comma list. A SKU with a comma or a quote is quoted as in CSV (wire contract 1.4, 1.6). */
export function writeSkuList(skus: readonly string[]): string {
  const written = skus.map((sku) => (/[",]/.test(sku) ? `"${sku.replaceAll('"', '""')}"` : sku));
  return written.join(separator);
}

/**
 * Reads a comma list of SKUs, each once. Clients that quote nothing may name a SKU with commas too: of the SKUs that
 * the list may mean, the longest that the shop has is read.
 */
export function readSkuList(list: string, isKnown: (sku: string) => boolean): string[] {
  const parts = list.split(separator);
  const skus = new Set<string>();
  for (let at = 0; at < parts.length; ) {
    const quoted = quotedAt(parts, at);
    const known = quoted && isKnown(quoted.sku) ? quoted : knownAt(parts, at, isKnown);
    const { sku, count } = known ?? quoted ?? { sku: (parts[at] ?? '').trim(), count: 1 };
    if (sku !== '') skus.add(sku);
    at += count;
  }
  return [...skus];
}

interface Found {
  sku: string;
  /** How many parts of the list it takes. */
  count: number;
}

function quotedAt(parts: readonly string[], at: number): Found | undefined {
  if (!parts[at]?.trimStart().startsWith('"')) return undefined;
  for (const { text, count } of joinedFrom(parts, at)) {
    const [, quoted] = /^\s*"((?:[^"]|"")*)"\s*$/.exec(text) ?? [];
    if (quoted !== undefined) return { sku: quoted.replaceAll('""', '"'), count };
  }
  return undefined;
}

/** The longest known SKU that starts here. */
function knownAt(parts: readonly string[], at: number, isKnown: (sku: string) => boolean): Found | undefined {
  const candidates = [...joinedFrom(parts, at)].map(({ text, count }) => ({ sku: text.trim(), count }));
  return candidates.findLast(({ sku }) => isKnown(sku));
}

/** The longest SKU of the import, with its quotes doubled. */
const maxLength = 402;

/** A part alone, with the next one, with the next two, as long as a SKU can be. */
function* joinedFrom(parts: readonly string[], at: number): Generator<{ text: string; count: number }> {
  let text = parts[at] ?? '';
  for (let count = 1; at + count <= parts.length && text.length <= maxLength; count += 1) {
    yield { text, count };
    text += separator + (parts[at + count] ?? '');
  }
}
