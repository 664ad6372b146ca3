import { readFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@fynbos/core/shop.ts';
import type { Plugin } from 'vite';
import { type Catalogue, compileCatalogue, translationProblems } from './message-compiler.ts';
import { type MessagePart, messageParts } from './message-parts.ts';

const source = 'en-US';
const modulePrefix = 'virtual:messages/';

const ownFolder = path.join(import.meta.dirname, 'locales');

/** The source catalogue of a locale on disk: one part of it, or all parts together. */
export function readCatalogue(locale: string, part?: MessagePart, folder = ownFolder): Catalogue {
  const parts = part ? [part] : messageParts;
  return Object.assign({}, ...parts.map((name) => readPart(locale, name, folder)));
}

function readPart(locale: string, part: MessagePart, folder: string): Catalogue {
  return JSON.parse(readFileSync(fileOf(locale, part, folder), 'utf8')) as Catalogue;
}

function fileOf(locale: string, part: MessagePart, folder: string): string {
  return path.join(folder, part, `${locale}.json`);
}

/**
 * Compiles the message catalogues into one module per part and language. An incomplete translation fails a
 * build; during development English is the fallback.
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
        const [part, locale] = id.slice(modulePrefix.length + 1).split('/') as [MessagePart, string?];
        if (!locale) return tableOf(part);
        this.addWatchFile(fileOf(locale, part, folder));
        const english = readPart(source, part, folder);
        const catalogue = fallenBack(locale, part, english, folder);
        const wrong = translationProblems(locale, catalogue, english);
        if (wrong.length > 0 && building) this.error(`Translations are not complete:\n${wrong.join('\n')}`);
        const compiled = JSON.stringify(compileCatalogue({ ...english, ...catalogue }));
        return `export default JSON.parse(${JSON.stringify(compiled)})`;
      },
    },
  };
}

/** en-ZA is an empty set that adds nothing (spec accounts 1): its messages fall back to en-US. */
function fallenBack(locale: string, part: MessagePart, english: Catalogue, folder: string): Catalogue {
  const translation = readPart(locale, part, folder);
  return locale === 'en-ZA' ? { ...english, ...translation } : translation;
}

/** The languages of a part, each a module that is loaded on demand. */
function tableOf(part: MessagePart): string {
  const rows = locales.map((locale) => `  '${locale}': () => import('${modulePrefix}${part}/${locale}'),`);
  return `export default {\n${rows.join('\n')}\n};\n`;
}
