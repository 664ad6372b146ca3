import { isRecord } from '../../../platform/json/is-record.ts';
import type { Findings, Origin } from './findings.ts';

/** One entity as in the input. */
export interface Entity {
  at: Origin;
  value: Record<string, unknown>;
}

/**
 * Reads entities from JSON: one per line, or a whole document that is an entity, a list of entities or an
 * Elasticsearch search response. A hit gives its `_source`.
 */
export function readJsonEntities(text: string, file: string, findings: Findings): Entity[] {
  const document = parseJson(text);
  if (document !== undefined && typeof document === 'object') {
    return entitiesOf(document).flatMap((value, index) => entity(value, { file, line: index + 1 }, findings));
  }
  return text.split('\n').flatMap((line, index) => readLine(line, { file, line: index + 1 }, findings));
}

function readLine(text: string, at: Origin, findings: Findings): Entity[] {
  if (text.trim() === '') return [];
  const value = parseJson(text);
  if (value === undefined) {
    findings.problem(at, String(errorColumn(text)), 'the line is no JSON: is its end missing?');
    return [];
  }
  return entity(value, at, findings);
}

function entity(value: unknown, at: Origin, findings: Findings): Entity[] {
  const source = isRecord(value) && isRecord(value._source) ? value._source : value;
  const broken = brokenText(source);
  if (broken) findings.problem(at, broken, 'contains a NUL or a lone surrogate, which cannot be stored');
  else if (isRecord(source)) return [{ at, value: source }];
  else findings.problem(at, '1', 'is no entity: a JSON object is expected');
  return [];
}

/** The field with text that the database cannot store: JSON can encode NUL and lone surrogates. */
function brokenText(value: unknown, field = '1'): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? field : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const broken = brokenText(name, field) ?? brokenText(part, Array.isArray(value) ? field : name);
    if (broken) return broken;
  }
  return undefined;
}

function entitiesOf(document: unknown): unknown[] {
  if (Array.isArray(document)) return document;
  const hits = isRecord(document) && isRecord(document.hits) ? document.hits.hits : undefined;
  return Array.isArray(hits) ? hits : [document];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The column where JSON.parse failed, counted from 1; the end of the line when the error names none. */
function errorColumn(text: string): number {
  try {
    JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error));
    if (position) return Number(position[1]) + 1;
  }
  return text.length;
}
