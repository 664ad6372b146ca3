import { sourceLanguage } from '@fynbos/core/content/content-language.ts';
import { quoted } from '../../catalogue/import/format/cells.ts';
import type { Findings } from '../../catalogue/import/format/findings.ts';
import type { ImportPart, KnownGoods } from '../../catalogue/import/plan/import-module.ts';
import { isSameJson } from '../../catalogue/import/plan/import-plan.ts';
import {
  contentKeyOf,
  type NewItem,
  type NewNode,
  type NewText,
  pageAddresses,
  saveContents,
  storedContents,
  storedMenus,
  textIn,
} from '../cms-service.ts';
import { contentFile, readContentFile, type TextDraft } from './content-files.ts';
import { productsText } from './front-matter.ts';
import { type NodeDraft, readMenus } from './menu-rows.ts';

/**
 * Imports the folder `content`: `pages/about.en.md`, `blocks/…` and `hierarchy.csv` (CMS-1, spec D43).
 * Content in the input is written; other stored content stays. A menu in the input replaces the stored menu
 * completely.
 */
export const contentPart: ImportPart = {
  kind: 'content',
  fileName: /^hierarchy$/,
  documents: contentFile,
  folders: /^(content|(content\/)?(pages|blocks))$/,
  addresses: pageAddresses,
  async plan(db, rows, goods, findings) {
    const stored = await storedContents(db);
    const drafts = rows
      .filter(({ cells }) => cells.has('text'))
      .flatMap((row) => readContentFile(row, findings) ?? []);
    const items = planItems(drafts, stored, goods, findings);
    const known = new Set([...stored.keys(), ...drafts.map(contentKeyOf)]);
    const rest = rows.filter(({ cells }) => !cells.has('text'));
    const menus = planMenus(readMenus(rest, findings), await storedMenus(db), known, findings);
    return {
      changed: items.length + menus.size,
      inMemory: false,
      write: (trx) => saveContents(trx, items, menus),
    };
  },
};

function planItems(
  drafts: readonly TextDraft[],
  stored: ReadonlyMap<string, NewItem>,
  goods: KnownGoods,
  findings: Findings,
): NewItem[] {
  const planned: NewItem[] = [];
  for (const [key, translations] of Map.groupBy(drafts, contentKeyOf)) {
    const before = stored.get(key);
    checkOnce(translations, findings);
    const source = translations.find((draft) => draft.language === sourceLanguage);
    // `groupBy` makes no empty group.
    const { kind, identifier, at } = source ?? translations[0]!;
    if (!source && !before)
      findings.problem(at, 'name', `there is no English ${kind} ${quoted(identifier)} to translate`);
    const owner = kind === 'page' ? goods.ownerOf(identifier) : undefined;
    if (owner) findings.problem(at, 'name', `${quoted(identifier)} is already the address of ${owner}`);
    const item = itemOf(source, before);
    for (const draft of translations) checkAgreement(draft, item, findings);
    const texts = translations
      .map((draft) => textOf(draft, before))
      .filter((text) => !isUnchanged(text, before));
    const isSame = before && isSameJson(itemFields(before), item);
    if (!isSame || texts.length > 0) planned.push({ kind, identifier, ...item, texts });
  }
  return planned;
}

/** With two files for one text, the imported version would be arbitrary. */
function checkOnce(drafts: readonly TextDraft[], findings: Findings): void {
  for (const [, [first, second]] of Map.groupBy(drafts, (draft) => draft.language)) {
    if (first && second) findings.problem(second.at, 'name', `duplicates ${first.at.file}`);
  }
}

/** What the English file sets for all translations. */
type ItemFields = Pick<NewItem, 'layout' | 'position' | 'products'>;

const itemFields = ({ layout, position, products }: ItemFields): ItemFields => ({
  layout,
  position,
  products,
});

function itemOf(source: TextDraft | undefined, before: NewItem | undefined): ItemFields {
  if (!source && before) return itemFields(before);
  const { layout, position, products } = source?.fields ?? {};
  return { layout: layout ?? 'default', position: position ?? 0, products: products ?? [] };
}

function checkAgreement({ fields, keys, at }: TextDraft, item: ItemFields, findings: Findings): void {
  for (const key of ['layout', 'position', 'products'] as const) {
    if (isSameJson(fields[key] ?? item[key], item[key])) continue;
    const english = key === 'products' ? productsText(item.products) || 'empty' : item[key];
    findings.problem(
      keys.get(key) ?? at,
      key,
      `is ${english} in English and must be the same in every language`,
    );
  }
}

function textOf({ language, fields, format, source, html }: TextDraft, item: NewItem | undefined): NewText {
  const before = item && textIn(item, language);
  return {
    language,
    title: fields.title ?? '',
    content_heading: fields.content_heading ?? '',
    meta_title: fields.meta_title ?? '',
    meta_description: fields.meta_description ?? '',
    meta_keywords: fields.meta_keywords ?? '',
    ...{ format, source, html },
    // A page hidden by an operator stays hidden until a file sets `active`.
    is_active: fields.active ?? before?.is_active ?? true,
    updated_on: fields.updated ?? null,
  };
}

const isUnchanged = (text: NewText, item: NewItem | undefined): boolean =>
  item !== undefined && isSameJson(textIn(item, text.language), text);

/** @param known keys of the pages and blocks that will exist after the import */
function planMenus(
  drafts: readonly NodeDraft[],
  stored: ReadonlyMap<string, readonly NewNode[]>,
  known: ReadonlySet<string>,
  findings: Findings,
): Map<string, NewNode[]> {
  const treeOf = new Map(
    [...stored].flatMap(([tree, nodes]) => nodes.map((node) => [node.identifier, tree])),
  );
  for (const { at, node } of drafts) {
    const { page, identifier, tree } = node;
    if (page !== '' && !page.startsWith('/') && !known.has(contentKeyOf({ kind: 'page', identifier: page })))
      findings.problem(at, 'page', `there is no page ${quoted(page)}`);
    const currentTree = treeOf.get(identifier);
    if (
      currentTree !== undefined &&
      currentTree !== tree &&
      !drafts.some((draft) => draft.node.tree === currentTree)
    )
      findings.problem(
        at,
        'identifier',
        `${quoted(identifier)} already belongs to the menu ${quoted(currentTree)}`,
      );
  }
  const menus = Map.groupBy(
    drafts.map(({ node }) => node),
    (node) => node.tree,
  );
  return new Map(
    [...menus].filter(([tree, nodes]) => !isSameJson(byName(stored.get(tree) ?? []), byName(nodes))),
  );
}

const byName = (nodes: readonly NewNode[]): NewNode[] =>
  nodes.toSorted((left, right) => (left.identifier < right.identifier ? -1 : 1));
