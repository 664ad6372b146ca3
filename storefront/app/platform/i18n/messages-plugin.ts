import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { calendarNames } from '@fynbos/core/language-format.ts';
import { type Locale, locales } from '@fynbos/core/shop.ts';
import type { Plugin } from 'vite';
import { type Catalogue, compileCatalogue, translationProblems } from './message-compiler.ts';
import { messageFileOf, partsOfFile } from './message-files.ts';
import type { Messages } from './message-format.ts';
import { calendarId } from './text.ts';

const source = 'en-US';
const modulePrefix = 'virtual:messages/';

const ownFolder = path.join(import.meta.dirname, 'locales');

/**
 * Messages are split into parts, each a folder. Every page has `shop`; a page or component that needs
 * another part imports its file in `parts/`.
 */
export const messageParts = (folder = ownFolder): string[] => readdirSync(folder);

/** The source catalogue of a locale on disk: one part of it, or all parts together. */
export function readCatalogue(locale: string, part?: string, folder = ownFolder): Catalogue {
  const parts = part ? [part] : messageParts(folder);
  return Object.assign({}, ...parts.map((name) => readPart(locale, name, folder)));
}

function readPart(locale: string, part: string, folder: string): Catalogue {
  // `locale-completeness.test.ts` checks the catalogues.
  return JSON.parse(readFileSync(fileOf(locale, part, folder), 'utf8')) as Catalogue;
}

function fileOf(locale: string, part: string, folder: string): string {
  return path.join(folder, part, `${locale}.json`);
}

/**
 * Compiles the message catalogues into one module per language and part, or group of parts. An incomplete translation fails a
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
        // The modules declared in `virtual-messages.d.ts`.
        const [name, locale] = id.slice(modulePrefix.length + 1).split('/');
        if (!name) return listOf(messageParts(folder));
        if (!locale) return tableOf(name);
        const parts = partsOfFile(name);
        for (const part of parts)
          for (const language of [source, locale]) this.addWatchFile(fileOf(language, part, folder));
        const { catalogue, english, code } = compiledFile(name, locale, folder);
        const wrong = translationProblems(locale, catalogue, english);
        if (wrong.length > 0 && building) this.error(`Translations are not complete:\n${wrong.join('\n')}`);
        return code;
      },
    },
  };
}

/** The module of one file of messages in a language, and the catalogues it is compiled from. */
function compiledFile(name: string, locale: string, folder: string) {
  const parts = partsOfFile(name);
  const english = joined(parts, (part) => readPart(source, part, folder));
  const catalogue = joined(parts, (part) => fallenBack(locale, part, folder));
  const messages = compileCatalogue({ ...english, ...catalogue });
  const compiled = JSON.stringify(name === 'shop' ? { ...messages, ...calendarOf(locale) } : messages);
  return { english, catalogue, code: `export default JSON.parse(${JSON.stringify(compiled)})` };
}

/**
 * The name of the browser's file of a module with messages; undefined for any other module. All have the same hash,
 * because every page names the files of all languages, and a hash cannot be compressed.
 */
export function messageFileName(module: string): string | undefined {
  const [name, locale] = module.split(`\0${modulePrefix}`)[1]?.split('/') ?? [];
  return name && locale && `assets/${name}-${locale}-${hashOfMessages()}.js`;
}

let knownHash: string | undefined;

function hashOfMessages(): string {
  if (knownHash) return knownHash;
  const hash = createHash('sha256');
  const files = new Set(messageParts().map(messageFileOf));
  for (const file of files)
    for (const locale of locales) hash.update(compiledFile(file, locale, ownFolder).code);
  knownHash = hash.digest('base64url').slice(0, 8);
  return knownHash;
}

const joined = (parts: readonly string[], read: (part: string) => Catalogue): Catalogue =>
  Object.assign({}, ...parts.map(read));

/** The names of months and weekdays, for a language that some browsers lack. */
function calendarOf(locale: string): Messages {
  // The ids of the modules are made from the locales.
  const names = calendarNames(locale as Locale);
  return names ? { [calendarId]: JSON.stringify(names) } : {};
}

/** en-ZA is an empty set that adds nothing (spec accounts 1): its messages fall back to en-US. */
function fallenBack(locale: string, part: string, folder: string): Catalogue {
  const translation = readPart(locale, part, folder);
  return locale === 'en-ZA' ? { ...readPart(source, part, folder), ...translation } : translation;
}

/** The languages of a part, each a module that is loaded on demand. */
function tableOf(part: string): string {
  const file = messageFileOf(part);
  const rows = locales.map((locale) => `  '${locale}': () => import('${modulePrefix}${file}/${locale}'),`);
  return `export default {\n${rows.join('\n')}\n};\n`;
}

/** All parts, for the server. */
function listOf(parts: readonly string[]): string {
  const imports = parts.map((part, index) => `import part${index} from '${modulePrefix}${part}';`);
  return `${imports.join('\n')}\nexport default [${parts.map((_, index) => `part${index}`)}];\n`;
}
