import { join } from 'node:path';
import { readSources, type Source } from '../../scripts/sources.ts';
import { ranks } from './ranks.ts';

/** The project's folder. */
export const project = join(import.meta.dirname, '../..');

/** Every TypeScript file of the project. */
export const sources = readSources();

/** Files that ship or run as part of a shop: no tests, no test kit. */
export const product = sources.filter(({ isTest, path }) => !isTest && !isTestCode(path));

export const homes = [
  'core',
  'api',
  'storefront',
  'sandbox',
  'artwork',
  'server',
  'scripts',
  'tests',
  'bench',
];

export interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Whether a path belongs to test code: a test, a helper beside it, or anything below `tests/`. */
export function isTestCode(path: string): boolean {
  return /\.(test|stress)\.tsx?$|\/testing\/|^tests\//.test(path);
}

export function homeOf(path: string): string {
  return path.split('/')[0]!;
}

/** The product files below a folder. */
export function productIn(folder: string): Source[] {
  return product.filter(({ path }) => path.startsWith(folder));
}

export function isPage(path: string): boolean {
  return /-page\.tsx$/.test(path) || path === 'storefront/app/root.tsx';
}

/** The imports of files as edges of a graph. */
export function importsOf(files: readonly Source[]): Edge[] {
  return files.flatMap(({ path, imports }) => imports.map((edge) => ({ from: path, ...edge })));
}

export const arrow = ({ from, to }: Edge): string => `${from} → ${to}`;

/** Every match of a forbidden pattern, as `file: match`. */
export function matchesIn(files: readonly Source[], forbidden: RegExp): string[] {
  return files.flatMap(({ path, code }) =>
    [...code.matchAll(forbidden)].map(([match]) => `${path}: ${match}`),
  );
}

export interface Rank {
  workspace: string;
  /** Position in the list of the workspace; -1 where the folder is missing from it. */
  index: number;
  /** The ranked folder or file. */
  entry: string;
}

/** The rank of a file; undefined for a file of a workspace without ranks. The longest matching entry counts. */
export function rankOf(path: string): Rank | undefined {
  const workspace = Object.keys(ranks).find((root) => path.startsWith(`${root}/`));
  if (!workspace) return undefined;
  const file = path.slice(workspace.length + 1);
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
  const covers = (entry: string) => entry === file || entry === folder || folder.startsWith(`${entry}/`);
  // `app` holds the root route and its entry files alone: a folder below it needs a rank of its own.
  const candidates = ranks[workspace]!.filter(
    (entry) => covers(entry) && (entry !== 'app' || folder === 'app'),
  );
  const entry = candidates.toSorted((a, b) => b.length - a.length)[0];
  return { workspace, index: entry ? ranks[workspace]!.indexOf(entry) : -1, entry: entry ?? folder };
}
