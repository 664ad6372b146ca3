import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sourceLanguage } from '@fynbos/core/content/content-language.ts';
import {
  contentKeyOf,
  removeContent,
  showContent,
  storedContents,
  textIn,
} from '../../content/cms-service.ts';
import { exportContents } from '../../content/import/content-export.ts';
import type { Db } from '../../db.ts';
import { messageOf, UserFacingError } from '../../platform/errors/user-facing-error.ts';
import type { ContentKind } from '../../schema/content-tables.ts';
import { type AdminCommands, InvalidArgsError, takeCommandArgs } from './admin-command.ts';

const oneOfThem = '[page|block] IDENTIFIER';

/**
 * `npm run admin -- content …`. Texts of pages and blocks are written in files and imported
 * (docs/import.md).
 */
export const contentCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list pages and blocks with their languages, and mark hidden ones',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      const all = [...(await storedContents(db)).values()];
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
    args: oneOfThem,
    does: 'show one page or block with its source text',
    run: async ({ db }, args) => describe(await findItem(db, args)),
  },
  hide: {
    args: oneOfThem,
    does: 'hide an item in every language; an import shows it again only if its file says active: yes',
    run: async ({ db }, args) => change(db, await findItem(db, args), false),
  },
  publish: {
    args: oneOfThem,
    does: 'show an item again; a translation whose file says active: no stays hidden',
    run: async ({ db }, args) => change(db, await findItem(db, args), true),
  },
  remove: {
    args: oneOfThem,
    does: 'remove an item permanently, in every language',
    async run({ db }, args) {
      const { kind, identifier } = await findItem(db, args);
      await removeContent(db, kind, identifier);
      return [`The ${kind} ${identifier} is gone.`];
    },
  },
  export: {
    args: 'FOLDER',
    does: 'write pages, blocks and menus into an empty folder, as files for the import',
    async run({ db }, args) {
      const [folder = ''] = takeCommandArgs(args, 1);
      const files = await exportContents(db);
      await writeFiles(folder, files);
      return [`${files.size === 1 ? '1 file' : `${files.size} files`} in ${folder}`];
    },
  },
};

type Item = Awaited<ReturnType<typeof storedContents>> extends Map<string, infer One> ? One : never;

/** @throws UserFacingError when no item matches, or both a page and a block have this identifier */
async function findItem(db: Db, args: readonly string[]): Promise<Item> {
  const [kind, identifier] = args.length === 1 ? [undefined, args[0]] : takeCommandArgs(args, 2);
  if (!identifier || (kind !== undefined && kind !== 'page' && kind !== 'block'))
    throw new InvalidArgsError();
  const contents = await storedContents(db);
  const kinds: readonly ContentKind[] = kind ? [kind] : ['page', 'block'];
  const [item, second] = kinds.flatMap(
    (candidate) => contents.get(contentKeyOf({ kind: candidate, identifier })) ?? [],
  );
  if (!item) throw new UserFacingError(`There is no ${kinds.join(' and no ')} ${identifier}.`);
  if (second) throw new UserFacingError(`There is a page and a block ${identifier}: specify page or block.`);
  return item;
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
    if ((await readdir(folder)).length > 0) throw new UserFacingError(`The folder ${folder} is not empty.`);
    for (const [name, text] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  } catch (cause) {
    if (cause instanceof UserFacingError) throw cause;
    throw new UserFacingError(`Cannot write to ${folder}: ${messageOf(cause)}`, { cause });
  }
}
