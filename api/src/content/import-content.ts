import { sourceLanguage } from '@fynbos/core/content/language.ts';
import { quoted } from '../catalogue/import/cells.ts';
import type { Findings } from '../catalogue/import/findings.ts';
import type { ImportPart, KnownGoods } from '../catalogue/import/part.ts';
import { same } from '../catalogue/import/plan.ts';
import {
  keptContents,
  keptMenus,
  keyOf,
  type NewItem,
  type NewNode,
  type NewText,
  pageAddresses,
  saveContents,
  textIn,
} from './cms-service.ts';
import { contentFile, readContentFile, type TextDraft } from './content-files.ts';
import { type NodeDraft, readMenus } from './menu-rows.ts';

/**
 * The folder `content`: `pages/about.en.md`, `blocks/…` and `hierarchy.csv` (CMS-1, decision 43). What is in the input
 * is written; what is not stays. A menu that is in the input is exactly what it is there.
 */
export const contentPart: ImportPart = {
  kind: 'content',
  fileName: /^hierarchy$/,
  documents: contentFile,
  folders: /^(content|(content\/)?(pages|blocks))$/,
  addresses: pageAddresses,
  async plan(db, rows, goods, findings) {
    const kept = await keptContents(db);
    const drafts = rows
      .filter(({ cells }) => cells.has('text'))
      .flatMap((row) => readContentFile(row, findings) ?? []);
    const items = planItems(drafts, kept, goods, findings);
    const known = new Set([...kept.keys(), ...drafts.map(keyOf)]);
    const rest = rows.filter(({ cells }) => !cells.has('text'));
    const menus = planMenus(readMenus(rest, findings), await keptMenus(db), known, findings);
    return {
      changed: items.length + menus.size,
      inMemory: false,
      write: (trx) => saveContents(trx, items, menus),
    };
  },
};

function planItems(
  drafts: readonly TextDraft[],
  kept: ReadonlyMap<string, NewItem>,
  goods: KnownGoods,
  findings: Findings,
): NewItem[] {
  const planned: NewItem[] = [];
  for (const [key, own] of Map.groupBy(drafts, keyOf)) {
    const before = kept.get(key);
    checkOnce(own, findings);
    const source = own.find((draft) => draft.language === sourceLanguage);
    const { kind, identifier, at } = source ?? own[0]!;
    if (!source && !before)
      findings.problem(at, 'name', `there is no English ${kind} ${quoted(identifier)} to translate`);
    const owner = kind === 'page' ? goods.ownerOf(identifier) : undefined;
    if (owner) findings.problem(at, 'name', `${quoted(identifier)} is already the address of ${owner}`);
    const { layout, position } = itemOf(source, before);
    for (const draft of own) checkAgreement(draft, { layout, position }, findings);
    const texts = own.map((draft) => textOf(draft, before)).filter((text) => !isKept(text, before));
    const isSame = before?.layout === layout && before.position === position;
    if (!isSame || texts.length > 0) planned.push({ kind, identifier, layout, position, texts });
  }
  return planned;
}

/** A text in two formats would be one or the other by chance. */
function checkOnce(drafts: readonly TextDraft[], findings: Findings): void {
  for (const [, [first, second]] of Map.groupBy(drafts, (draft) => draft.language)) {
    if (second) findings.problem(second.at, 'name', `says what ${first!.at.file} says already`);
  }
}

/** The English file says what holds for all translations. */
function itemOf(
  source: TextDraft | undefined,
  before: NewItem | undefined,
): Pick<NewItem, 'layout' | 'position'> {
  if (!source) return { layout: before?.layout ?? 'default', position: before?.position ?? 0 };
  return { layout: source.said.layout ?? 'default', position: source.said.position ?? 0 };
}

function checkAgreement(
  { said, keys, at }: TextDraft,
  item: Pick<NewItem, 'layout' | 'position'>,
  findings: Findings,
): void {
  for (const key of ['layout', 'position'] as const) {
    const own = said[key] ?? item[key];
    if (own !== item[key])
      findings.problem(
        keys.get(key) ?? at,
        key,
        `is ${item[key]} in English, and the same in every language`,
      );
  }
}

function textOf({ language, said, format, source, html }: TextDraft, item: NewItem | undefined): NewText {
  const before = item && textIn(item, language);
  return {
    language,
    title: said.title ?? '',
    content_heading: said.content_heading ?? '',
    meta_title: said.meta_title ?? '',
    meta_description: said.meta_description ?? '',
    meta_keywords: said.meta_keywords ?? '',
    ...{ format, source, html },
    // What an operator hid stays hidden until somebody says otherwise.
    is_active: said.active ?? before?.is_active ?? true,
    updated_on: said.updated ?? null,
  };
}

const isKept = (text: NewText, item: NewItem | undefined): boolean =>
  item !== undefined && same(textIn(item, text.language), text);

/** @param known the pages and blocks that there are going to be */
function planMenus(
  drafts: readonly NodeDraft[],
  kept: ReadonlyMap<string, readonly NewNode[]>,
  known: ReadonlySet<string>,
  findings: Findings,
): Map<string, NewNode[]> {
  const treeOf = new Map([...kept].flatMap(([tree, nodes]) => nodes.map((node) => [node.identifier, tree])));
  for (const { at, node } of drafts) {
    const { page, identifier, tree } = node;
    if (page !== '' && !page.startsWith('/') && !known.has(keyOf({ kind: 'page', identifier: page })))
      findings.problem(at, 'page', `there is no page ${quoted(page)}`);
    const other = treeOf.get(identifier);
    if (other !== undefined && other !== tree && !drafts.some((one) => one.node.tree === other))
      findings.problem(at, 'identifier', `${quoted(identifier)} stands in the menu ${quoted(other)} already`);
  }
  const menus = Map.groupBy(
    drafts.map(({ node }) => node),
    (node) => node.tree,
  );
  return new Map([...menus].filter(([tree, nodes]) => !same(byName(kept.get(tree) ?? []), byName(nodes))));
}

const byName = (nodes: readonly NewNode[]): NewNode[] =>
  nodes.toSorted((one, other) => (one.identifier < other.identifier ? -1 : 1));
