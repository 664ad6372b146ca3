import { isRecord } from '../../is-record.ts';
import { Fault } from './cells.ts';
import type { Findings, Origin } from './findings.ts';

/** The fields of an entity as they were written. */
export type Fields = Record<string, unknown>;

/** Which fields of a document are attributes, and what attribute stands behind an id. */
export interface KnownCodes {
  isAttribute(code: string): boolean;
  codeOfId(id: string): string | undefined;
}

/** Null means that there is nothing: such a field was not mentioned. */
export function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The objects of a list; anything else is an empty list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Reads one field when it is there; what cannot be read becomes a problem at that field. */
export type Take = <T>(key: string, read: (text: string) => T | Fault) => T | undefined;

export function taker(fields: Fields, at: Origin, findings: Findings): Take {
  return (key, read) => {
    const given = fields[key];
    if (given === undefined) return undefined;
    const text = scalarText(given);
    const value = text === undefined ? new Fault('is no text and no number') : read(text);
    if (!(value instanceof Fault)) return value;
    findings.problem(at, key, value.reason);
    return undefined;
  };
}

/** A text, number or yes-or-no as text. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
