import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { directImports } from './direct-imports-plugin.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fynbos-direct-imports-'));
  const sources = {
    'entry.js': `export const load = async () => {
      const [{ tea }, { jam, spoon }] = await Promise.all([import('./tea.lazy.js'), import('./jam.lazy.js')]);
      return [tea(), jam, spoon];
    };`,
    'tea.lazy.js': `export const tea = () => 'tea';`,
    // As a module with messages, it waits for another file.
    'jam.lazy.js': `await Promise.resolve(); export const jam = 'jam'; export const spoon = 'spoon';`,
  };
  for (const [name, code] of Object.entries(sources)) writeFileSync(path.join(folder, name), code);
});

afterEach(() => rmSync(folder, { recursive: true }));

test('modules that share a file are imported from it, and the build has no files that only forward', async () => {
  const out = path.join(folder, 'built');
  mkdirSync(out);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [directImports()],
    build: {
      ...{ outDir: out, manifest: true, modulePreload: false },
      rolldownOptions: {
        input: path.join(folder, 'entry.js'),
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: { groups: [{ name: 'parts', test: /lazy/ }] } },
      },
    },
  });
  const names = readdirSync(path.join(out, 'assets')).map((name) => name.split('-')[0]);
  expect(names.sort()).toEqual(['entry', 'parts']);
  const manifest = JSON.parse(readFileSync(path.join(out, '.vite/manifest.json'), 'utf8'));
  expect(manifest['tea.lazy.js'].file).toMatch(/^assets\/parts-/);
  expect(manifest['jam.lazy.js'].file).toBe(manifest['tea.lazy.js'].file);
  const { load } = await import(path.join(out, manifest['entry.js'].file));
  expect(await load()).toEqual(['tea', 'jam', 'spoon']);
});
