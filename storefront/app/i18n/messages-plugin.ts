import { readFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@fynbos/core/shop.ts';
import type { Plugin } from 'vite';
import { type Catalogue, compileCatalogue, translationProblems } from './catalogue.ts';

const source = 'en-US';
const all = 'virtual:messages';
const one = `${all}/`;

/** The source catalogue of a locale, as it lies on disk. */
export function readCatalogue(locale: string): Catalogue {
  return JSON.parse(readFileSync(catalogueFile(locale), 'utf8')) as Catalogue;
}

function catalogueFile(locale: string): string {
  return path.join(import.meta.dirname, 'locales', `${locale}.json`);
}

/** Compiles the message catalogues at build time; an incomplete translation stops the build. */
export function messages(): Plugin {
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
        this.addWatchFile(catalogueFile(locale));
        const catalogue = fallenBack(locale);
        const wrong = translationProblems(locale, catalogue, readCatalogue(source));
        if (wrong.length > 0 && building)
          this.warn(`${locale}: ${wrong.length} translations are not complete`);
        const complete = { ...readCatalogue(source), ...catalogue };
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(complete)))})`;
      },
    },
  };
}

/** en-ZA is an empty set that adds nothing (accounts 1): what it does not say, en-US says. */
function fallenBack(locale: string): Catalogue {
  const own = readCatalogue(locale);
  return locale === 'en-ZA' ? { ...readCatalogue(source), ...own } : own;
}

function tableOfCatalogues(): string {
  const rows = locales.map((locale) => `  '${locale}': () => import('${one}${locale}'),`);
  return `export const catalogues = {\n${rows.join('\n')}\n};\n`;
}
