import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declaredNames, lineOf, treeOf } from '../../scripts/syntax.ts';
import { project, sources } from './source-graph.ts';
import { allowedNames } from './vocabulary-exceptions.ts';

/** Words of the list in docs/glossary.md: the standard term of the field replaces each of them in names. */
const discouraged = new Set(
  `kept keep keeps keeping keeper keepers asked ask asks asking asker said says told tell tells teller telling untold heard hear hears
   answer answers answered answering question questions fault faults box boxes way ways words till pack packs packed packing pocket
   shelf shelves ground grounds marks letter letters door doors bell machine machines figure figures promised voice voices books
   larder larders gate gates crowd crowds people honest nemesis misfortune misfortunes patience chance chances room peek stay stays wake pardon wish wishes
   most longest least deepest pieces again postman look looks standing`.split(/\s+/),
);
/** Names that say nothing as a whole. */
const vague = new Set(
  'one other some there here own found given wanted said kept asked whole others ours mine theirs thing what who gone'.split(
    ' ',
  ),
);

const partsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Chaos tests inject faults; everywhere else the word means a validation error. */
const isFault = (word: string, path: string) => path.startsWith('tests/') && /^faults?$/.test(word);

const isDiscouraged = (name: string, path: string) =>
  vague.has(name) || partsOf(name).some((word) => discouraged.has(word) && !isFault(word, path));

const declarations = sources.map((source) => ({ source, names: declaredNames(treeOf(source)) }));

describe('Vocabulary (docs/glossary.md)', () => {
  test('declared names use the standard terms', () => {
    const offences = declarations.flatMap(({ source, names }) =>
      names
        .filter(({ name }) => isDiscouraged(name, source.path) && !Object.hasOwn(allowedNames, name))
        .map(({ name, start }) => `${source.path}:${lineOf(source.text, start)} ${name}`),
    );
    expect(offences).toEqual([]);
  });

  test('file names use the standard terms', () => {
    const offences = sources
      .map(({ path }) => path)
      .filter((path) => isDiscouraged(basename(path).replace(/\.\w+$/, ''), path));
    expect(offences).toEqual([]);
  });

  test('every allowed name is still used', () => {
    const used = new Set(declarations.flatMap(({ names }) => names.map(({ name }) => name)));
    expect(Object.keys(allowedNames).filter((name) => !used.has(name))).toEqual([]);
  });

  test('English messages avoid the discouraged phrases', () => {
    const style = /\b(whoever|whatever|nobody|somebody|anew|besides|counts from)\b/i;
    const offences = englishMessages().flatMap((path) =>
      Object.entries(JSON.parse(readFileSync(join(project, path), 'utf8')) as Record<string, unknown>)
        .filter(
          ([id, message]) =>
            typeof message === 'string' && id !== 'newsletter.consent' && style.test(message),
        )
        .map(([id, message]) => `${path} ${id}: ${message}`),
    );
    expect(offences).toEqual([]);
  });
});

function englishMessages(): string[] {
  const parts = readdirSync(join(project, 'storefront/app/platform/i18n/locales')).map(
    (part) => `storefront/app/platform/i18n/locales/${part}/en-US.json`,
  );
  return [
    ...parts,
    'api/src/platform/mail/templates/locales/en-US.json',
    'api/src/platform/push/locales/en-US.json',
  ];
}
