import { type ContentLanguage, contentLanguages } from '@fynbos/core/content/content-language.ts';
import type { CsvRow } from '../../catalogue/import/format/csv.ts';
import type { Findings, Origin } from '../../catalogue/import/format/findings.ts';
import type { ContentFormat, ContentKind } from '../../schema/content-tables.ts';
import { sanitise } from '../html-sanitiser.ts';
import { renderMarkdown } from '../markdown.ts';
import { type FrontCells, readFrontMatter } from './front-matter.ts';

/** Content of one file: a page or block in one language. */
export interface TextDraft {
  /** The first line of the file, and the position of each front-matter key. */
  at: Origin;
  keys: ReadonlyMap<string, Origin>;
  kind: ContentKind;
  identifier: string;
  language: ContentLanguage;
  fields: Partial<FrontCells>;
  format: ContentFormat;
  source: string;
  html: string;
}

/** Path of a content file: `pages/about.en.md`, at the top or below `content`. */
export const contentFile = /^(?:content\/)?(pages|blocks)\/([^/]+)\.(md|html)$/i;
const name = '[A-Za-z0-9][\\w-]{0,99}';
const named = new RegExp(`^(${name})\\.(${contentLanguages.join('|')})$`);
const maxTextLength = 300_000;

/** Whether a text can be an identifier, which is the last part of a URL. */
export const isIdentifier = (text: string): boolean => new RegExp(`^${name}$`).test(text);

/**
 * Reads the file in a row's text cell.
 * @returns undefined when the file is invalid; the findings give the reason
 */
export function readContentFile({ at, cells }: CsvRow, findings: Findings): TextDraft | undefined {
  const [, folder = '', file = '', ending = ''] = contentFile.exec(at.file) ?? [];
  const [, identifier, tag] = named.exec(file) ?? [];
  const language = contentLanguages.find((candidate) => candidate === tag);
  if (!identifier || !language) {
    const languages = contentLanguages.join(', ');
    const reason = `must be named IDENTIFIER.LANGUAGE.md: letters, digits, - and _, and one of ${languages}`;
    findings.problem(at, 'name', reason);
    return undefined;
  }
  const front = readFrontMatter(cells.get('text') ?? '', at.file, findings);
  if (!front) return undefined;
  const format = ending.toLowerCase() === 'md' ? 'md' : 'html';
  const kind = folder.toLowerCase() === 'pages' ? 'page' : 'block';
  const source = `${front.body.replace(/^\s*\n/, '').trimEnd()}\n`;
  const skipped = front.body.split('\n').findIndex((line) => line.trim() !== '');
  const html = readBody(source, format, { ...at, line: front.bodyLine + Math.max(0, skipped) }, findings);
  if (!front.fields.title) findings.missing(at, 'title', 'the title is missing');
  return {
    ...{ at, keys: front.at, kind, identifier, language },
    ...{ fields: front.fields, format, source, html },
  };
}

/** @param begins position of the text in the file */
function readBody(source: string, format: ContentFormat, begins: Origin, findings: Findings): string {
  if (source.length > maxTextLength) {
    findings.problem(begins, '1', `the text has more than ${maxTextLength} characters`);
    return '';
  }
  if (source.trim() === '') findings.problem(begins, '1', 'there is no text below the second ---');
  const { html: raw, errors } = format === 'md' ? renderMarkdown(source) : { html: source, errors: [] };
  for (const { line, reason } of errors)
    findings.problem({ ...begins, line: begins.line + line - 1 }, '1', reason);
  const { html, removed } = sanitise(raw);
  for (const removedItem of errors.length > 0 ? [] : removed)
    findings.notice('disallowed content was removed', `${removedItem} of ${begins.file}`);
  return html;
}
