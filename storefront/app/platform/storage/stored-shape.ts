/**
 * Validates a stored value. Stored data is not trusted: an older or newer version may have written it, a
 * tab may have been closed while writing, or someone may have edited it. Invalid values are dropped and
 * loaded again from the shop.
 */
export type Shape<Value> = (value: unknown) => value is Value;

type Kind = 'string' | 'number' | 'boolean' | 'list' | 'record';
/** The fields of a record and their kinds. */
export type Fields = Readonly<Record<string, Kind>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has these fields with these kinds; it may have more. */
export function isLike(value: unknown, fields: Fields): value is Record<string, unknown> {
  return isRecord(value) && Object.entries(fields).every(([name, kind]) => isKind(value[name], kind));
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'record') return isRecord(value);
  if (kind === 'number') return Number.isFinite(value);
  return typeof value === kind;
}

export const isListOf = <One = unknown>(value: unknown, is: (item: unknown) => boolean): value is One[] =>
  Array.isArray(value) && value.every(is);

/** Parses a stored text; undefined when it is invalid. */
export function parsed<Value>(text: string | null | undefined, is: Shape<Value>): Value | undefined {
  try {
    const value: unknown = JSON.parse(text || 'null');
    return is(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
