const separator = ',';

/** Writes SKUs as a comma list. A SKU with a comma or a quote is quoted as in CSV (wire contract 1.4, 1.6). */
export function writeSkuList(skus: readonly string[]): string {
  const written = skus.map((sku) => (/[",]/.test(sku) ? `"${sku.replaceAll('"', '""')}"` : sku));
  return written.join(separator);
}

/** An unquoted SKU may have one comma less. The limit keeps the work linear in the length of the list. */
const maxParts = 8;
/** A SKU of the import has at most 200 characters. */
const quotedSku = /\s*"((?:[^"]|""){0,200})"\s*(?=,|$)/y;

/**
 * Reads a comma list of SKUs, each once. Clients that quote nothing may name a SKU with up to seven commas: of the SKUs
 * that the list may mean, the longest that the shop has is read.
 */
export function readSkuList(list: string, isKnown: (sku: string) => boolean): string[] {
  const skus = new Set<string>();
  for (let at = 0; at < list.length; ) {
    const quoted = quotedAt(list, at);
    const known = quoted && isKnown(quoted.sku) ? quoted : knownAt(list, at, isKnown);
    const { sku, end } = known ?? quoted ?? partAt(list, at);
    if (sku !== '') skus.add(sku);
    at = end + separator.length;
  }
  return [...skus];
}

interface Found {
  sku: string;
  /** Position of the comma after it, or of the end of the list. */
  end: number;
}

function quotedAt(list: string, at: number): Found | undefined {
  quotedSku.lastIndex = at;
  const [, quoted] = quotedSku.exec(list) ?? [];
  return quoted === undefined ? undefined : { sku: quoted.replaceAll('""', '"'), end: quotedSku.lastIndex };
}

/** The longest known SKU that starts here. */
function knownAt(list: string, at: number, isKnown: (sku: string) => boolean): Found | undefined {
  let match: Found | undefined;
  for (let count = 1, from = at; count <= maxParts && from <= list.length; count += 1) {
    const end = endOfPart(list, from);
    const sku = list.slice(at, end).trim();
    if (isKnown(sku)) match = { sku, end };
    from = end + separator.length;
  }
  return match;
}

function partAt(list: string, at: number): Found {
  const end = endOfPart(list, at);
  return { sku: list.slice(at, end).trim(), end };
}

function endOfPart(list: string, from: number): number {
  const end = list.indexOf(separator, from);
  return end === -1 ? list.length : end;
}
