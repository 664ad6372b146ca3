/** A SKU in a list, and the quantity that a quoted one has. */
export interface ListedSku {
  sku: string;
  qty?: string | undefined;
  isQuoted: boolean;
}

/** A SKU of the import has at most 200 characters; the limit keeps the work linear in the length of the list. */
const quotedSku = /\s*"((?:[^"]|""){1,200})"\s*(?::(\d[\d.]*)\s*)?(?=[|;]|$)/y;

/**
 * Reads a list of SKUs with `|` between them. In double quotes, as in CSV, a SKU may contain any character: `"A|B"|C`.
 * @param groups the separator of groups; without it, there is one group
 */
export function readSkuGroups(text: string, groups?: ';'): ListedSku[][] {
  const skuGroups: ListedSku[][] = [[]];
  for (let at = 0; at <= text.length; ) {
    const { listed, end } = quotedAt(text, at, groups) ?? plainAt(text, at, groups);
    if (listed.sku !== '') skuGroups.at(-1)?.push(listed);
    if (groups !== undefined && text[end] === groups) skuGroups.push([]);
    at = end + 1;
  }
  return skuGroups;
}

/**
 * Replaces the SKUs of a list that are stored in another spelling; quantities stay. A list with groups has none.
 * @param stored the stored spelling by the one in the list
 */
export function withStoredSkus(text: string, stored: ReadonlyMap<string, string>, groups?: ';'): string {
  let list = '';
  for (let at = 0; at <= text.length; ) {
    const { listed, end } = quotedAt(text, at, groups) ?? plainAt(text, at, groups);
    const entry = storedEntry(groups ? listed : withQuantity(listed), stored);
    list += (entry ?? text.slice(at, end)) + (text[end] ?? '');
    at = end + 1;
  }
  return list;
}

/** The entry of a list with the stored spelling, in quotes; undefined if it is spelled as it is stored. */
function storedEntry({ sku, qty }: ListedSku, stored: ReadonlyMap<string, string>): string | undefined {
  const spelling = stored.get(sku);
  return spelling && `"${spelling.replaceAll('"', '""')}"${qty === undefined ? '' : `:${qty}`}`;
}

/** Splits `SKU:2`. A SKU that ends like a quantity itself must have a quantity or be quoted. */
export function withQuantity(listed: ListedSku): ListedSku {
  const [, sku, qty] = (listed.isQuoted ? undefined : /^(.+):(\d[\d.]*)$/.exec(listed.sku)) ?? [];
  return sku === undefined ? listed : { ...listed, sku, qty };
}

const isEnd = (character: string | undefined, groups: string | undefined): boolean =>
  character === undefined || character === '|' || character === groups;

function quotedAt(text: string, at: number, groups: string | undefined) {
  quotedSku.lastIndex = at;
  const [, sku, qty] = quotedSku.exec(text) ?? [];
  const end = quotedSku.lastIndex;
  if (sku === undefined || !isEnd(text[end], groups)) return undefined;
  return { listed: { sku: sku.replaceAll('""', '"').trim(), qty, isQuoted: true }, end };
}

function plainAt(text: string, at: number, groups: string | undefined) {
  let end = at;
  while (!isEnd(text[end], groups)) end += 1;
  return { listed: { sku: text.slice(at, end).trim(), isQuoted: false }, end };
}
