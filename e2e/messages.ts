import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The texts of the interface as they lie on disk, for tests that look for what should not be read on a page. */

const folder = path.join(import.meta.dirname, '../storefront/app/i18n/locales');

/** All messages of a language, by id. */
export function messagesOf(locale: string): Record<string, string> {
  const parts = readdirSync(folder).map((part) =>
    JSON.parse(readFileSync(path.join(folder, part, `${locale}.json`), 'utf8')),
  );
  return Object.assign({}, ...parts);
}

/** Finds the id of a message, known or not, where its text should be. */
export function rawIds(): RegExp {
  const families = new Set(Object.keys(messagesOf('en-US')).map((id) => id.split('.', 1)[0]!));
  const names = [...families].join('|');
  return new RegExp(`(?<![\\w@./-])(?:${names})\\.[A-Za-z_]\\w*(?![\\w@/])`);
}
