/**
 * What a browser keeps is not trusted: an older shop wrote it, or a newer one, another tab was cut off while it did, or
 * somebody changed it. Whoever reads it says what it is like; what is not is dropped, and had again from the shop.
 */
export type Shape<Value> = (kept: unknown) => kept is Value;

type Kind = 'string' | 'number' | 'boolean' | 'list' | 'record';
/** The fields that something has, and of which kind they are. */
export type Fields = Readonly<Record<string, Kind>>;

export const isRecord = (kept: unknown): kept is Record<string, unknown> =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept);

/** Whether something has these fields, of these kinds; it may have others besides. */
export function isLike(kept: unknown, fields: Fields): kept is Record<string, unknown> {
  return isRecord(kept) && Object.entries(fields).every(([name, kind]) => isKind(kept[name], kind));
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'record') return isRecord(value);
  if (kind === 'number') return Number.isFinite(value);
  return typeof value === kind;
}

export const isListOf = <One = unknown>(kept: unknown, is: (one: unknown) => boolean): kept is One[] =>
  Array.isArray(kept) && kept.every(is);

/** What a text of the browser's storage holds; undefined for what is none of it. */
export function parsed<Value>(text: string | null | undefined, is: Shape<Value>): Value | undefined {
  try {
    const kept: unknown = JSON.parse(text || 'null');
    return is(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
