import { isRecord } from '../../../platform/json/is-record.ts';
import { ImportError } from '../format/cells.ts';
import type { Findings, Origin } from '../format/findings.ts';

/** The fields of an entity as in the input. */
export type EntityFields = Record<string, unknown>;

/** Tells which fields of a document are attributes, and maps attribute ids to codes. */
export interface KnownCodes {
  isAttribute(code: string): boolean;
  codeOfId(id: string): string | undefined;
}

/** Drops null fields: null means that the input does not mention the field. */
export function withoutNull(fields: EntityFields): EntityFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The objects of a list; any other value gives an empty list. */
export function listOf(value: unknown): EntityFields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Reads one field when it is present. An invalid value is reported as a problem of that field. */
export type FieldReader = <T>(key: string, read: (text: string) => T | ImportError) => T | undefined;

export function taker(fields: EntityFields, at: Origin, findings: Findings): FieldReader {
  return (key, read) => {
    const rawValue = fields[key];
    if (rawValue === undefined) return undefined;
    const text = scalarText(rawValue);
    const value = text === undefined ? new ImportError('is no text and no number') : read(text);
    if (!(value instanceof ImportError)) return value;
    findings.problem(at, key, value.reason);
    return undefined;
  };
}

/** A text, number or boolean as text. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
