import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { personalKeys } from '../session/personal-data.ts';

const app = join(import.meta.dirname, '../..');
const pages = join(app, '../../catalogue/demo/content/pages');
const sources = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((path) => !/\.test\.|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(app, path), 'utf8') }));

/** Helper modules that receive the storage key as a parameter; their callers are checked instead. */
const helpers = [
  'platform/storage/browser-storage.ts',
  'lists/stored-list.ts',
  'platform/analytics/consented-storage.ts',
  'platform/session/cart-token.ts',
];

/** A storage key in source: a literal, a key of a store view, or a prefix. */
const literal = /^(?:ownKey\()?'([^']+)'|^(?:\([^)]*\) => )?`([^`$ ]+) \$\{/;

/** Resolves an argument to its storage key, through constants of its file or of another. */
function nameOf(argument: string, text: string): string | undefined {
  const match = literal.exec(argument);
  if (match) return match[1] ?? match[2];
  const constant = new RegExp(`const ${/^\w+/.exec(argument)?.[0]} = (.*)`);
  const declaration =
    constant.exec(text) ?? sources.map((source) => constant.exec(source.text)).find(Boolean);
  const ownKeyCall = declaration && /^ownKey\((\w+)\)/.exec(declaration[1]!);
  if (ownKeyCall) return nameOf(ownKeyCall[1]!, text);
  const defined = declaration && literal.exec(declaration[1]!);
  return defined?.[1] ?? defined?.[2] ?? undefined;
}

const calls = (pattern: RegExp, but: readonly string[] = []) =>
  sources
    .filter(({ path }) => !but.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([, argument]) => ({
        usage: `${path}: ${argument}`,
        name: nameOf(argument!, text),
      })),
    );

/** Stored regardless of the choice. */
const needed = [
  ...calls(/\.setItem\(\s*([^,]+),/g, helpers),
  // Not a deletion, which writes null.
  ...calls(/\bwriteText\(\s*([^,]+),(?! null\b)/g, helpers),
  ...calls(/\bstoredValue(?:<[^(]*>)?\(\s*([^,]+),/g, helpers),
  ...calls(/(?<!function )\bstoredList(?:<\w+>)?\(([^\n]+),/g),
  ...calls(/const \w+Key = (ownKey\('[^']+'\))/g),
  ...calls(/\bcreateOutbox<.*>\(\{\s*name: (\w+),/g),
  ...calls(/\bsaveKey\((\w+Name),/g),
  ...calls(/=> localStorage,\s*ownKey\((\w+)\)/g),
  ...calls(/document\.cookie = `\$\{(\w+)\}=\$\{encode/g),
  ...calls(/`\$\{(localeCookie)\}=/g),
];
/** Stored only with consent to analytics. */
const measured = calls(/(?<!function )\bconsentedStore(?:<.*>)?\(\s*'(?:local|session)',\s*([^,]+),/g);

describe.each(['en', 'de', 'it'])('the cookie policy in "%s"', (language) => {
  const policy = readFileSync(join(pages, `cookie-policy.${language}.md`), 'utf8');
  const sections = policy.split(/^## /m);
  const unnamed = (names: typeof needed, where: readonly string[]) =>
    names.filter(({ name }) => !name || !where.some((part) => part.includes(`\`${name}\``)));

  test('the cookie policy names everything that this shop stores in a browser', () => {
    expect(needed.length).toBeGreaterThan(20);
    expect(unnamed(needed, sections.slice(0, 3))).toEqual([]);
  });

  test('the cookie policy lists keys that need consent to statistics separately', () => {
    expect(measured).toHaveLength(4);
    expect(unnamed(measured, sections.slice(3, 4))).toEqual([]);
    expect(unnamed(measured, sections.slice(0, 3))).toHaveLength(4);
  });
});

/** Keys without personal data: display preferences of this browser, and the consents. */
const ofTheDevice = [
  ...[
    'adv-store-picker',
    'fynbos-pocket',
    'fynbos-pocket-later',
    'fynbos-locale',
    'consents',
    'newsletter-asked',
    'install-declined',
    'popular-searches',
  ],
];
/** Keys in session storage, which the browser deletes with the tab. */
const ofTheTab = [
  ...[
    'first-page',
    'debug-analytics',
    'agreed',
    'fynbos-missing',
    'hand-off',
    'checkout-placed',
    'fynbos-two-stage',
    'fynbos-unfinished',
    'fynbos-reloaded',
    'cart-early',
  ],
  ...['analytics-begun', 'analytics-events'],
];
/**
 * Outboxes that are emptied by their owners: carts and tasks at logout; the shopper decides about unsent
 * orders (spec D42).
 */
const ofTheCart = [
  ...['current-cart-count', 'current-cart-token', 'current-cart-hash', 'cart-unwritten', 'cart', 'tasks'],
  ...['current-tasks', 'current-orders', 'orders'],
];

test('every key in browser storage is deleted at logout or listed as belonging to the device (T24)', () => {
  const names = [...new Set([...needed, ...measured].map(({ name }) => name!))];
  const listed = [...personalKeys, ...ofTheDevice, ...ofTheTab, ...ofTheCart];
  const unlisted = names.filter((name) => !listed.includes(name));
  expect(unlisted).toEqual([]);
});
