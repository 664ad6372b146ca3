import { contentLanguages, sourceLanguage } from '@fynbos/core/content/content-language.ts';
import { csvText } from '../../catalogue/import/format/csv.ts';
import type { Db } from '../../db.ts';
import { type NewItem, type NewNode, type NewText, storedContents, storedMenus } from '../cms-service.ts';
import { productsText, writeFrontMatter } from './front-matter.ts';
import { titleColumn } from './menu-rows.ts';

/**
 * Exports pages, blocks and menus as files for the import, by file name. Importing them unchanged changes
 * nothing.
 */
export async function exportContents(db: Db): Promise<Map<string, string>> {
  const items = [...(await storedContents(db)).values()];
  const files = new Map(
    items.flatMap((item) =>
      item.texts.map((text): [string, string] => [
        `${item.kind}s/${item.identifier}.${text.language}.${text.format}`,
        fileOf(item, text),
      ]),
    ),
  );
  const nodes = [...(await storedMenus(db)).values()].flat();
  if (nodes.length > 0) files.set('hierarchy.csv', tableOf(nodes));
  return files;
}

function fileOf({ layout, position, products }: NewItem, text: NewText): string {
  const { title, content_heading, meta_title, meta_description, meta_keywords, updated_on, source } = text;
  const front = writeFrontMatter({
    ...{ title, content_heading, meta_title, meta_description, meta_keywords },
    layout: layout === 'default' ? undefined : layout,
    position: position || undefined,
    products: productsText(products),
    // Written in both cases: the importing shop may have hidden the page.
    active: text.is_active ? 'yes' : 'no',
    updated: updated_on ?? undefined,
  });
  return `${front}\n${source}`;
}

function tableOf(nodes: readonly NewNode[]): string {
  const shown = contentLanguages.filter(
    (language) => language === sourceLanguage || nodes.some(({ titles }) => titles[language]),
  );
  const rows = nodes.map(({ identifier, parent, page, titles, position }) => [
    identifier,
    parent ?? '',
    page,
    ...shown.map((language) => titles[language] ?? ''),
    String(position),
  ]);
  return csvText([['identifier', 'parent', 'page', ...shown.map(titleColumn), 'position'], ...rows]);
}
