import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** One source file of the project, for the convention checks. */
export interface Source {
  /** Path relative to the project: `api/src/stock/routes.ts`. */
  path: string;
  text: string;
  /** The text without comments, so that prose is not mistaken for code. */
  code: string;
  imports: Import[];
  isTest: boolean;
}

export interface Import {
  /** Path of a file of this project, otherwise the package name as written. */
  to: string;
  /** The import does not exist at runtime. */
  typeOnly: boolean;
}

const project = join(import.meta.dirname, '..');
const patterns = ['*.ts', '{core,api,storefront,sandbox,artwork,server,scripts,tests,bench}/**/*.{ts,tsx}'];
const notOurs = /(^|\/)(node_modules|build|\.react-router)\//;

/** All TypeScript files of the project. */
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
  return { path, text, code, imports: importsOf(path, code), isTest: /\.(test|stress)\.tsx?$/.test(path) };
}

/** Removes comments on separate lines or at the end of a line; `//` inside a URL is not one. */
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
    .replace(/^@fynbos\/(core|api|sandbox|artwork)\//, '$1/src/')
    .replace(/^@fynbos\/storefront\//, 'storefront/')
    .replace(/^@fynbos\/test-kit\//, 'tests/test-kit/');
}
