import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { personalKeys } from '../accounts/session/personal-data.ts';

const app = join(import.meta.dirname, '..');
const pages = join(app, '../../catalogue/demo/content/pages');
const sources = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((path) => !/\.test\.|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(app, path), 'utf8') }));

/** What others hand a name to, which they are looked up by themselves. */
const helpers = [
  'lists/kept-list.ts',
  'analytics/kept-after-yes.ts',
  'cart/cart-keys.ts',
  'cart/unwritten.ts',
];

/** A name as it stands there: alone, made a store view's own, or before what it is completed with. */
const literal = /^(?:ownKey\()?'([^']+)'|^\([^)]*\) => `([^`$ ]+) \$\{/;

/** What an argument is called, where it is a name, or a constant of its file or of another. */
function nameOf(argument: string, text: string): string | undefined {
  const given = literal.exec(argument);
  if (given) return given[1] ?? given[2];
  const constant = new RegExp(`const ${/^\w+/.exec(argument)?.[0]} = (.*)`);
  const found = constant.exec(text) ?? sources.map((one) => constant.exec(one.text)).find(Boolean);
  const own = found && /^ownKey\((\w+)\)/.exec(found[1]!);
  if (own) return nameOf(own[1]!, text);
  const defined = found && literal.exec(found[1]!);
  return defined?.[1] ?? defined?.[2] ?? undefined;
}

const calls = (pattern: RegExp, but: readonly string[] = []) =>
  sources
    .filter(({ path }) => !but.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([, argument]) => ({
        said: `${path}: ${argument}`,
        name: nameOf(argument!, text),
      })),
    );

/** Kept whatever was answered. */
const needed = [
  ...calls(/\.setItem\(\s*([^,]+),/g, helpers),
  ...calls(/(?<!function )\bkeptList(?:<\w+>)?\(([^\n]+),/g),
  ...calls(/const \w+Key = (ownKey\('[^']+'\))/g),
  ...calls(/openBoxes\(\), ownKey\((\w+)\)/g),
  ...calls(/\bkeep\((\w+Name),/g),
  ...calls(/=> localStorage,\s*ownKey\((\w+)\)/g),
  ...calls(/document\.cookie = `\$\{(\w+)\}=\$\{encode/g),
  ...calls(/`\$\{(localeCookie)\}=/g),
];
/** Kept only of those who agreed to be measured. */
const measured = calls(/(?<!function )\bkeptAfterYes(?:<.*>)?\(\s*\(\) => \w+,\s*([^,]+),/g);

describe.each(['en', 'de', 'it'])('the cookie policy in "%s"', (language) => {
  const policy = readFileSync(join(pages, `cookie-policy.${language}.md`), 'utf8');
  const sections = policy.split(/^## /m);
  const unnamed = (names: typeof needed, where: readonly string[]) =>
    names.filter(({ name }) => !name || !where.some((part) => part.includes(`\`${name}\``)));

  test('names everything that this shop keeps in a browser', () => {
    expect(needed.length).toBeGreaterThan(20);
    expect(unnamed(needed, sections.slice(0, 3))).toEqual([]);
  });

  test('names what waits for a yes to statistics apart from it', () => {
    expect(measured).toHaveLength(4);
    expect(unnamed(measured, sections.slice(3, 4))).toEqual([]);
    expect(unnamed(measured, sections.slice(0, 3))).toHaveLength(4);
  });
});

/** What says nothing of a person: how this browser shows the shop, and what it may keep. */
const ofTheDevice = [
  ...[
    'adv-store-picker',
    'fynbos-pocket',
    'fynbos-pocket-later',
    'fynbos-locale',
    'consents',
    'newsletter-asked',
  ],
];
/** Of a tab, which forgets all of it. */
const ofTheTab = [
  ...[
    'first-page',
    'debug-analytics',
    'agreed',
    'fynbos-missing',
    'hand-off',
    'checkout-placed',
    'fynbos-two-stage',
  ],
  ...['analytics-begun', 'analytics-events'],
];
/** What the rooms empty themselves: carts and tasks at logout; orders that were not sent are asked about (decision 42). */
const ofTheCart = [
  ...['current-cart-count', 'current-cart-token', 'current-cart-hash', 'cart-unwritten', 'cart', 'tasks'],
  ...['current-tasks', 'current-orders', 'orders'],
];

test('whatever the browser keeps is forgotten at logout, or said to be the device’s own (T24)', () => {
  const names = [...new Set([...needed, ...measured].map(({ name }) => name!))];
  const said = [...personalKeys, ...ofTheDevice, ...ofTheTab, ...ofTheCart];
  const unsaid = names.filter((name) => !said.includes(name));
  expect(unsaid).toEqual([]);
});
