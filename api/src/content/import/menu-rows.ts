import {
  type ContentLanguage,
  contentLanguages,
  sourceLanguage,
} from '@fynbos/core/content/content-language.ts';
import { contentLink } from '@fynbos/core/content/content-link.ts';
import { ImportError, quoted } from '../../catalogue/import/format/cells.ts';
import { orNull, type Readers, readColumns, wholeBetween } from '../../catalogue/import/format/columns.ts';
import type { CsvRow } from '../../catalogue/import/format/csv.ts';
import type { Findings, Origin } from '../../catalogue/import/format/findings.ts';
import type { NewNode } from '../cms-service.ts';
import { isIdentifier } from './content-files.ts';
import { plainTextCell } from './front-matter.ts';

/** A row of `hierarchy.csv`. */
export interface NodeDraft {
  at: Origin;
  node: NewNode;
}

interface NodeCells extends Record<TitleColumn, string> {
  identifier: string;
  parent: string | null;
  page: string;
  position: number | null;
}

type TitleColumn = 'title' | `title_${ContentLanguage}`;

/** The column of `hierarchy.csv` with the title in a language. */
export const titleColumn = (language: ContentLanguage): TitleColumn =>
  language === sourceLanguage ? 'title' : `title_${language}`;

const maxTitleLength = 200;
const maxDepth = 10;

const name = (cell: string) =>
  isIdentifier(cell)
    ? cell
    : new ImportError(`${quoted(cell)} is not an identifier: letters, digits, - and _`);

const readTitle = plainTextCell(maxTitleLength);
// Every language has a column.
const titleReaders = Object.fromEntries(
  contentLanguages.map((language) => [titleColumn(language), readTitle]),
) as Record<TitleColumn, typeof readTitle>;

const readers: Readers<NodeCells> = {
  identifier: name,
  parent: orNull(name),
  page: readPage,
  ...titleReaders,
  position: orNull(wholeBetween(0, 1_000_000)),
};

/** Reads the identifier of a page or a path of the shop. */
function readPage(cell: string): string | ImportError {
  if (cell === '' || isIdentifier(cell)) return cell;
  const link = cell.startsWith('/') ? contentLink(cell) : undefined;
  return (
    link?.href ??
    new ImportError(`${quoted(cell)} is neither the identifier of a page nor a path such as /faq`)
  );
}

/** Reads the menus: every complete tree with a row in the input. */
export function readMenus(rows: readonly CsvRow[], findings: Findings): NodeDraft[] {
  const drafts = new Map<string, NodeDraft>();
  for (const [index, row] of rows.entries()) {
    const draft = readNode(row, index, findings);
    if (!draft) continue;
    const { identifier } = draft.node;
    const first = drafts.get(identifier);
    if (first) findings.problem(row.at, 'identifier', `is already defined in line ${first.at.line}`);
    else drafts.set(identifier, draft);
  }
  for (const draft of drafts.values()) draft.node.tree = topOf(draft, drafts, findings);
  return [...drafts.values()];
}

function readNode(row: CsvRow, index: number, findings: Findings): NodeDraft | undefined {
  const { identifier, parent, page, position, ...titleCells } = readColumns(
    row,
    readers,
    'the hierarchy',
    findings,
  );
  const { title } = titleCells;
  if (identifier === undefined) {
    findings.missing(row.at, 'identifier', 'the identifier is missing');
    return undefined;
  }
  if (!title && !page) findings.missing(row.at, 'title', 'neither a title nor a page that has one');
  if (!title && page?.startsWith('/')) findings.missing(row.at, 'title', 'the title is missing');
  const titles = contentLanguages.map((language) => [language, titleCells[titleColumn(language)]]);
  return {
    at: row.at,
    node: {
      ...{ identifier, tree: identifier, parent: parent ?? null, page: page ?? '' },
      titles: Object.fromEntries(titles.filter(([, text]) => text)),
      position: position ?? index,
    },
  };
}

function topOf(draft: NodeDraft, drafts: ReadonlyMap<string, NodeDraft>, findings: Findings): string {
  let ancestor = draft;
  for (let depth = 1; ancestor.node.parent !== null; depth++) {
    const above = drafts.get(ancestor.node.parent);
    if (!above) {
      if (ancestor === draft)
        findings.problem(draft.at, 'parent', `no row has the identifier ${quoted(ancestor.node.parent)}`);
      return ancestor.node.identifier;
    }
    if (depth >= maxDepth) {
      findings.problem(draft.at, 'parent', `is its own ancestor or has more than ${maxDepth} ancestors`);
      return ancestor.node.identifier;
    }
    ancestor = above;
  }
  return ancestor.node.identifier;
}
