import { readFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@fynbos/core/shop.ts';
import type { Plugin } from 'vite';
import { type Catalogue, compileCatalogue, translationProblems } from './catalogue.ts';

const source = 'en-US';
const all = 'virtual:messages';
const one = `${all}/`;

const ownFolder = path.join(import.meta.dirname, 'locales');

/** The source catalogue of a locale, as it lies on disk. */
export function readCatalogue(locale: string, folder = ownFolder): Catalogue {
  return JSON.parse(readFileSync(fileOf(locale, folder), 'utf8')) as Catalogue;
}

function fileOf(locale: string, folder: string): string {
  return path.join(folder, `${locale}.json`);
}

/**
 * Compiles the message catalogues, a module a language. A translation that is not complete stops a
 * build; while developing, English stands in for it.
 */
export function messages(folder = ownFolder): Plugin {
  let building = false;
  return {
    name: 'fynbos-messages',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: { filter: { id: /^virtual:messages/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:messages/ },
      handler(id) {
        if (id === `\0${all}`) return tableOfCatalogues();
        const locale = id.slice(one.length + 1);
        this.addWatchFile(fileOf(locale, folder));
        const english = readCatalogue(source, folder);
        const catalogue = fallenBack(locale, english, folder);
        const wrong = translationProblems(locale, catalogue, english);
        if (wrong.length > 0 && building) this.error(`Translations are not complete:\n${wrong.join('\n')}`);
        const compiled = JSON.stringify(compileCatalogue({ ...english, ...catalogue }));
        return `export default JSON.parse(${JSON.stringify(compiled)})`;
      },
    },
  };
}

/** en-ZA is an empty set that adds nothing (accounts 1): what it does not say, en-US says. */
function fallenBack(locale: string, english: Catalogue, folder: string): Catalogue {
  const own = readCatalogue(locale, folder);
  return locale === 'en-ZA' ? { ...english, ...own } : own;
}

function tableOfCatalogues(): string {
  const rows = locales.map((locale) => `  '${locale}': () => import('${one}${locale}'),`);
  return `export const catalogues = {\n${rows.join('\n')}\n};\n`;
}
