import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** UI messages as stored on disk, for tests that search pages for raw message ids. */

const folder = path.join(import.meta.dirname, '../storefront/app/i18n/locales');

/** All messages of a language, by id. */
export function messagesOf(locale: string): Record<string, string> {
  const parts = readdirSync(folder).map((part) =>
    JSON.parse(readFileSync(path.join(folder, part, `${locale}.json`), 'utf8')),
  );
  return Object.assign({}, ...parts);
}

/** Matches message ids, known or not, that appear in place of their text. */
export function rawIds(): RegExp {
  const families = new Set(Object.keys(messagesOf('en-US')).map((id) => id.split('.', 1)[0]!));
  const names = [...families].join('|');
  return new RegExp(`(?<![\\w@./-])(?:${names})\\.[A-Za-z_]\\w*(?![\\w@/])`);
}
