import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages } from './messages-plugin.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fynbos-messages-'));
  write('en-US', { hello: 'Hello {name}', more: '{count, plural, one {# tea} other {# teas}}' });
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(locale: string, catalogue: Record<string, string>) {
  mkdirSync(path.join(folder, 'shop'), { recursive: true });
  writeFileSync(path.join(folder, 'shop', `${locale}.json`), JSON.stringify(catalogue));
}

async function builtFor(locale: string): Promise<string> {
  const entry = path.join(folder, 'entry.js');
  writeFileSync(entry, `export { default } from 'virtual:messages/shop/${locale}';`);
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [messages(folder)],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return built?.output[0].code ?? '';
}

test('a complete translation is compiled by the build, without its ICU text', async () => {
  write('de-DE', { hello: 'Hallo {name}', more: '{count, plural, one {# Tee} other {# Tees}}' });
  const code = await builtFor('de-DE');
  expect(code).toContain('Hallo ');
  expect(code).not.toContain('plural,');
});

test('a missing message stops the build, and the error names it', async () => {
  write('de-DE', { hello: 'Hallo {name}' });
  await expect(builtFor('de-DE')).rejects.toThrow('de-DE: more is missing');
});

test('en-ZA falls back to en-US', async () => {
  write('en-ZA', {});
  expect(await builtFor('en-ZA')).toContain('Hello ');
});

test('a language that browsers may lack comes with the names of its months and weekdays', async () => {
  for (const locale of ['zu-ZA', 'de-DE'])
    write(locale, { hello: '{name}', more: '{count, plural, one {1} other {#}}' });
  expect(await builtFor('zu-ZA')).toContain('Septhemba');
  expect(await builtFor('de-DE')).not.toContain('calendar');
});
