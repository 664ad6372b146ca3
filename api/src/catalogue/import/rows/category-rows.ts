import { categoryRootId } from '@fynbos/core/shop.ts';
import { ImportError, quoted, readWhole, readYesNo } from '../format/cells.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';
import { setViewText, translationColumns } from '../format/view-columns.ts';
import type { CategoryDraft } from './drafts.ts';

const columns: Record<string, (text: string, draft: CategoryDraft) => ImportError | undefined> = {
  position: (text, draft) => put(readWhole(text || '0', -1e9, 1e9), (value) => (draft.position = value)),
  is_active: (text, draft) => put(readYesNo(text || 'yes'), (value) => (draft.is_active = value)),
  include_in_menu: (text, draft) => put(readYesNo(text || 'yes'), (value) => (draft.include_in_menu = value)),
  image: (text, draft) => put(text, (value) => (draft.image = value)),
  description: (text, draft) => put(text, (value) => (draft.description = value)),
  slug: (text, draft) => put(text || undefined, (value) => (draft.slug = value)),
  url_key: (text, draft) => put(text || undefined, (value) => (draft.url_key = value)),
  url_path: (text, draft) => put(text || undefined, (value) => (draft.url_path = value)),
};

for (const { view, field, column } of translationColumns('name', 'description'))
  columns[column] = (text, draft) => {
    draft.viewTexts = setViewText(draft.viewTexts, view, field, text);
    return undefined;
  };

function put<T>(value: T | ImportError, set: (value: T) => void): ImportError | undefined {
  if (value instanceof ImportError) return value;
  set(value);
  return undefined;
}

/** Reads the rows of `categories.csv`: `path` holds the names from the top, `Pantry > Spreads`. */
export function readCategoryRows(rows: readonly CsvRow[], findings: Findings): CategoryDraft[] {
  return rows.flatMap((row) => {
    const path = (row.cells.get('path') ?? '').split('>').map((name) => name.trim());
    if (path.length > maxDepth) {
      findings.problem(row.at, 'path', `is deeper than ${maxDepth} categories`);
      return [];
    }
    if (path.includes('')) {
      findings.problem(row.at, 'path', 'a category has no name: write "Group > Leaf"');
      return [];
    }
    const draft: CategoryDraft = { at: row.at, path };
    for (const [column, text] of row.cells) {
      if (column === 'path') continue;
      const read = Object.hasOwn(columns, column) ? columns[column] : undefined;
      const error = read ? read(text, draft) : new ImportError('is no column of categories');
      if (error) findings.problem(row.at, column, error.reason);
    }
    return [draft];
  });
}

const maxDepth = 20;

interface Node {
  entity: Entity;
  id: number;
  parent: number;
  name: string;
}

/**
 * Reads categories in their wire format (wire contract 2.3), with ids and parents. Every root of the input
 * is the shop's root; cycles and unknown parents are errors.
 * @param shopPaths the names from the top of the shop's categories, by id
 */
export function readCategoryEntities(
  entities: readonly Entity[],
  shopPaths: ReadonlyMap<number, string[]>,
  findings: Findings,
): CategoryDraft[] {
  const nodes = new Map<number, Node>();
  for (const entity of entities) {
    const node = readNode(entity, findings);
    if (!node) continue;
    if (nodes.has(node.id)) findings.problem(entity.at, 'id', `the category ${node.id} appears twice`);
    else nodes.set(node.id, node);
  }
  return [...nodes.values()].flatMap((node) => {
    const path = pathOf(node, nodes, shopPaths);
    if (!(path instanceof ImportError)) return [entityDraft(node, path, findings)];
    findings.problem(node.entity.at, 'parent_id', path.reason);
    return [];
  });
}

function readNode(entity: Entity, findings: Findings): Node | undefined {
  const { id, parent_id, name } = entity.value;
  const number = readWhole(String(id), 1, 2_000_000_000);
  if (number instanceof ImportError) findings.problem(entity.at, 'id', number.reason);
  const named = typeof name === 'string' && name.trim() !== '';
  if (!named) findings.problem(entity.at, 'name', 'the category has no name');
  if (number instanceof ImportError || !named) return undefined;
  return { entity, id: number, parent: Number(parent_id ?? categoryRootId), name: name.trim() };
}

function isRoot(node: Node): boolean {
  return node.parent <= 1 || node.entity.value.level === 1 || node.id === categoryRootId;
}

function pathOf(
  node: Node,
  nodes: ReadonlyMap<number, Node>,
  shopPaths: ReadonlyMap<number, string[]>,
  below: ReadonlySet<number> = new Set(),
): string[] | ImportError {
  if (isRoot(node)) return [];
  if (below.has(node.id))
    return new ImportError(`the category ${quoted(node.name)} lies below itself (a cycle)`);
  if (below.size > maxDepth) return new ImportError(`is deeper than ${maxDepth} categories`);
  const parent = nodes.get(node.parent);
  if (parent) {
    const above = pathOf(parent, nodes, shopPaths, new Set([...below, node.id]));
    return above instanceof ImportError ? above : [...above, node.name];
  }
  if (node.parent === categoryRootId) return [node.name];
  const above = shopPaths.get(node.parent);
  return above ? [...above, node.name] : new ImportError(`the parent category ${node.parent} does not exist`);
}

function entityDraft({ entity, id }: Node, path: string[], findings: Findings): CategoryDraft {
  const { value, at } = entity;
  const draft: CategoryDraft = { at, wishedId: id, path };
  for (const [column, read] of Object.entries(columns)) {
    const cell = value[column];
    if (cell === undefined || cell === null) continue;
    const error = read(String(cell), draft);
    if (error) findings.problem(at, column, error.reason);
  }
  return draft;
}
