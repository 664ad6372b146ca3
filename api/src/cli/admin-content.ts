import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sourceLanguage } from '@fynbos/core/content/language.ts';
import { keptContents, keyOf, removeContent, showContent, textIn } from '../content/cms-service.ts';
import { exportContents } from '../content/export-content.ts';
import type { ContentKind } from '../content/tables.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { type AdminCommands, takeWords, WrongWords } from './admin-command.ts';

const oneOfThem = '[page|block] IDENTIFIER';

/** `npm run admin -- content …`; what stands in pages and blocks is written in files and imported (docs/import.md). */
export const contentCommands: AdminCommands = {
  list: {
    words: '',
    does: 'pages and blocks, in which languages, and which are hidden',
    async run({ db }, words) {
      takeWords(words, 0);
      const all = [...(await keptContents(db)).values()];
      const [pages, blocks] = [
        all.filter(({ kind }) => kind === 'page'),
        all.filter(({ kind }) => kind === 'block'),
      ];
      const hidden = all.filter((item) => !isShown(item)).length;
      return [
        ...[...pages, ...blocks].map(lineOf),
        `${pages.length} pages and ${blocks.length} blocks, ${hidden} hidden`,
      ];
    },
  },
  show: {
    words: oneOfThem,
    does: 'one page or block, with its text as it was written',
    run: async ({ db }, words) => describe(await findItem(db, words)),
  },
  hide: {
    words: oneOfThem,
    does: 'takes it off the shop in every language; an import does not bring it back unless its file says active: yes',
    run: async ({ db }, words) => change(db, await findItem(db, words), false),
  },
  publish: {
    words: oneOfThem,
    does: 'shows it again; a translation whose file says active: no stays hidden',
    run: async ({ db }, words) => change(db, await findItem(db, words), true),
  },
  remove: {
    words: oneOfThem,
    does: 'takes it away for good, in every language',
    async run({ db }, words) {
      const { kind, identifier } = await findItem(db, words);
      await removeContent(db, kind, identifier);
      return [`The ${kind} ${identifier} is gone.`];
    },
  },
  export: {
    words: 'FOLDER',
    does: 'writes pages, blocks and menus into an empty folder, as files the import reads',
    async run({ db }, words) {
      const [folder = ''] = takeWords(words, 1);
      const files = await exportContents(db);
      await writeFiles(folder, files);
      return [`${files.size === 1 ? '1 file' : `${files.size} files`} in ${folder}`];
    },
  },
};

type Item = Awaited<ReturnType<typeof keptContents>> extends Map<string, infer One> ? One : never;

/** @throws StartProblem when there is none, or a page and a block of that name */
async function findItem(db: Db, words: readonly string[]): Promise<Item> {
  const [kind, identifier] = words.length === 1 ? [undefined, words[0]] : takeWords(words, 2);
  if (!identifier || (kind !== undefined && kind !== 'page' && kind !== 'block')) throw new WrongWords();
  const kept = await keptContents(db);
  const kinds: readonly ContentKind[] = kind ? [kind] : ['page', 'block'];
  const [found, other] = kinds.flatMap((one) => kept.get(keyOf({ kind: one, identifier })) ?? []);
  if (!found) throw new StartProblem(`There is no ${kinds.join(' and no ')} ${identifier}.`);
  if (other) throw new StartProblem(`There is a page and a block ${identifier}: say which.`);
  return found;
}

const isShown = (item: Item): boolean => textIn(item, sourceLanguage)?.is_active ?? false;

function lineOf(item: Item): string {
  const languages = item.texts.map(({ language, is_active }) => (is_active ? language : `(${language})`));
  const title = textIn(item, sourceLanguage)?.title ?? '';
  const state = isShown(item) ? '' : '  hidden';
  return `${item.kind.padEnd(6)} ${item.identifier.padEnd(26)} ${languages.join(' ').padEnd(12)} ${title}${state}`;
}

function describe(item: Item): string[] {
  const { kind, id, layout, position } = item;
  return [
    lineOf(item),
    `${kind} ${id}, layout ${layout}, position ${position}`,
    ...item.texts.flatMap((text) => [
      '',
      `${text.language}  ${text.title}${text.is_active ? '' : '  (hidden)'}${text.updated_on ? `, as of ${text.updated_on}` : ''}`,
      ...text.source
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`.trimEnd()),
    ]),
  ];
}

async function change(db: Db, { id, kind, identifier }: Item, toShown: boolean): Promise<string[]> {
  const changed = await showContent(db, id, toShown);
  const state = toShown ? 'shown' : 'hidden';
  return [`The ${kind} ${identifier} ${changed ? `is ${state} now` : `was ${state} already`}.`];
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) throw new StartProblem(`The folder ${folder} is not empty.`);
    for (const [name, text] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  } catch (cause) {
    if (cause instanceof StartProblem) throw cause;
    throw new StartProblem(`Cannot write to ${folder}: ${(cause as Error).message}`, { cause });
  }
}
