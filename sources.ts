import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** One file of the project as the conventions look at it. */
export interface Source {
  /** From the project's folder: `api/src/stock/routes.ts`. */
  path: string;
  text: string;
  /** The text without comments, so that prose about code is not taken for code. */
  code: string;
  imports: Import[];
  isTest: boolean;
}

export interface Import {
  /** A file of ours as its path from the project's folder, otherwise the package as written. */
  to: string;
  /** It is gone when the program runs. */
  typeOnly: boolean;
}

const project = import.meta.dirname;
const patterns = ['*.ts', '{core,api,storefront,sandbox,e2e,bench,attacks,catalogue,supply}/**/*.{ts,tsx}'];
const notOurs = /(^|\/)(node_modules|build|\.react-router)\//;

/** Every TypeScript file of the project, read once. */
export function readSources(): Source[] {
  return globSync(patterns, { cwd: project, exclude: (name) => /^(node_modules|build)$/.test(name) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !notOurs.test(path))
    .sort()
    .map(readSource);
}

function readSource(path: string): Source {
  const text = readFileSync(join(project, path), 'utf8');
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code), isTest: /\.test\.tsx?$/.test(path) };
}

/** Comments that stand alone or at the end of a line; `//` inside an address is none. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

const importStatement = /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm;
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(path: string, code: string): Import[] {
  const written = [...code.matchAll(importStatement)].map(([, type, to]) => ({
    to: to!,
    typeOnly: Boolean(type),
  }));
  const loaded = [...code.matchAll(dynamicImport)].map(([, to]) => ({ to: to!, typeOnly: false }));
  return [...written, ...loaded].map(({ to, typeOnly }) => ({ to: resolveImport(path, to), typeOnly }));
}

function resolveImport(from: string, to: string): string {
  if (to.startsWith('.')) return posix.join(dirname(from), to);
  return to
    .replace(/^@fynbos\/(core|api|sandbox)\//, '$1/src/')
    .replace(/^@fynbos\/storefront\//, 'storefront/');
}
