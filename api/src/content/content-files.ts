import { type ContentLanguage, contentLanguages } from '@fynbos/core/content/language.ts';
import type { Row } from '../catalogue/import/csv.ts';
import type { Findings, Origin } from '../catalogue/import/findings.ts';
import { type FrontCells, readFrontMatter } from './front-matter.ts';
import { renderMarkdown } from './markdown.ts';
import { sanitise } from './sanitise.ts';
import type { ContentFormat, ContentKind } from './tables.ts';

/** What one file says: a page or block in one language. */
export interface TextDraft {
  /** Its first line; where each key of its front matter stands. */
  at: Origin;
  keys: ReadonlyMap<string, Origin>;
  kind: ContentKind;
  identifier: string;
  language: ContentLanguage;
  said: Partial<FrontCells>;
  format: ContentFormat;
  source: string;
  html: string;
}

/** Where such files stand: `pages/about.en.md`, alone or below `content`. */
export const contentFile = /^(?:content\/)?(pages|blocks)\/([^/]+)\.(md|html)$/i;
const name = '[A-Za-z0-9][\\w-]{0,99}';
const named = new RegExp(`^(${name})\\.(${contentLanguages.join('|')})$`);
const longestText = 300_000;

/** What an identifier may look like: it is the last part of an address. */
export const isIdentifier = (text: string): boolean => new RegExp(`^${name}$`).test(text);

/** Reads a file of which the row holds the text; undefined when that cannot be, which the findings then say. */
export function readContentFile({ at, cells }: Row, findings: Findings): TextDraft | undefined {
  const [, folder = '', file = '', ending = ''] = contentFile.exec(at.file) ?? [];
  const [, identifier, language] = named.exec(file) ?? [];
  if (!identifier) {
    const reason = 'is named IDENTIFIER.LANGUAGE.md: letters, digits, - and _, and one of en, de, it';
    findings.problem(at, 'name', reason);
    return undefined;
  }
  const front = readFrontMatter(cells.get('text') ?? '', at.file, findings);
  if (!front) return undefined;
  const format = ending.toLowerCase() as ContentFormat;
  const kind = folder.toLowerCase() === 'pages' ? 'page' : 'block';
  const source = `${front.body.replace(/^\s*\n/, '').trimEnd()}\n`;
  const skipped = front.body.split('\n').findIndex((line) => line.trim() !== '');
  const html = readBody(source, format, { ...at, line: front.bodyLine + Math.max(0, skipped) }, findings);
  if (!front.said.title) findings.missing(at, 'title', 'the title is missing');
  return {
    ...{ at, keys: front.at, kind, identifier, language: language as ContentLanguage },
    ...{ said: front.said, format, source, html },
  };
}

/** @param begins where the text stands */
function readBody(source: string, format: ContentFormat, begins: Origin, findings: Findings): string {
  if (source.length > longestText) {
    findings.problem(begins, '1', `the text has more than ${longestText} letters`);
    return '';
  }
  if (source.trim() === '') findings.problem(begins, '1', 'there is no text below the second ---');
  const { html: raw, faults } = format === 'md' ? renderMarkdown(source) : { html: source, faults: [] };
  for (const { line, reason } of faults)
    findings.problem({ ...begins, line: begins.line + line - 1 }, '1', reason);
  const { html, removed } = sanitise(raw);
  for (const what of faults.length > 0 ? [] : removed)
    findings.notice('what a page may not have was left out', `${what} of ${begins.file}`);
  return html;
}
