import { contentLink } from '@fynbos/core/content/link.ts';
import { Fault, quoted } from '../catalogue/import/cells.ts';
import { orNull, type Readers, readColumns, wholeBetween } from '../catalogue/import/columns.ts';
import type { Row } from '../catalogue/import/csv.ts';
import type { Findings, Origin } from '../catalogue/import/findings.ts';
import type { NewNode } from './cms-service.ts';
import { isIdentifier } from './content-files.ts';
import { words } from './front-matter.ts';

/** A row of `hierarchy.csv`. */
export interface NodeDraft {
  at: Origin;
  node: NewNode;
}

interface NodeCells {
  identifier: string;
  parent: string | null;
  page: string;
  title: string;
  title_de: string;
  title_it: string;
  position: number | null;
}

const longestTitle = 200;
const deepest = 10;

const name = (cell: string) =>
  isIdentifier(cell) ? cell : new Fault(`${quoted(cell)} is no identifier: letters, digits, - and _`);

const readers: Readers<NodeCells> = {
  identifier: name,
  parent: orNull(name),
  page: readPage,
  title: words(longestTitle),
  title_de: words(longestTitle),
  title_it: words(longestTitle),
  position: orNull(wholeBetween(0, 1_000_000)),
};

/** The identifier of a page, or a path of the shop. */
function readPage(cell: string): string | Fault {
  if (cell === '' || isIdentifier(cell)) return cell;
  const link = cell.startsWith('/') ? contentLink(cell) : undefined;
  return (
    link?.href ?? new Fault(`${quoted(cell)} is neither the identifier of a page nor a path such as /faq`)
  );
}

/** Reads the menus: each whole tree that has a row in the input. */
export function readMenus(rows: readonly Row[], findings: Findings): NodeDraft[] {
  const drafts = new Map<string, NodeDraft>();
  for (const [index, row] of rows.entries()) {
    const draft = readNode(row, index, findings);
    if (!draft) continue;
    const { identifier } = draft.node;
    const first = drafts.get(identifier);
    if (first) findings.problem(row.at, 'identifier', `stands already in line ${first.at.line}`);
    else drafts.set(identifier, draft);
  }
  for (const draft of drafts.values()) draft.node.tree = topOf(draft, drafts, findings);
  return [...drafts.values()];
}

function readNode(row: Row, index: number, findings: Findings): NodeDraft | undefined {
  const { identifier, parent, page, title, title_de, title_it, position } = readColumns(
    row,
    readers,
    'the hierarchy',
    findings,
  );
  if (identifier === undefined) {
    findings.missing(row.at, 'identifier', 'the identifier is missing');
    return undefined;
  }
  if (!title && !page) findings.missing(row.at, 'title', 'neither a title nor a page that has one');
  if (!title && page?.startsWith('/')) findings.missing(row.at, 'title', 'the title is missing');
  const said = { en: title, de: title_de, it: title_it };
  return {
    at: row.at,
    node: {
      ...{ identifier, tree: identifier, parent: parent ?? null, page: page ?? '' },
      titles: Object.fromEntries(Object.entries(said).filter(([, text]) => text)),
      position: position ?? index,
    },
  };
}

function topOf(draft: NodeDraft, drafts: ReadonlyMap<string, NodeDraft>, findings: Findings): string {
  let one = draft;
  for (let depth = 1; one.node.parent !== null; depth++) {
    const above = drafts.get(one.node.parent);
    if (!above) {
      if (one === draft)
        findings.problem(draft.at, 'parent', `no row has the identifier ${quoted(one.node.parent)}`);
      return one.node.identifier;
    }
    if (depth >= deepest) {
      findings.problem(draft.at, 'parent', `stands below itself, or below ${deepest} others`);
      return one.node.identifier;
    }
    one = above;
  }
  return one.node.identifier;
}
