import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAsCrawler, locationsOf } from '../../e2e/fixtures/html-client.ts';
import { allRoutes, files } from '../../e2e/fixtures/route-list.ts';

/** The HTML of every page kind against the rules of html-validate, and the sitemaps against their schema. */

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.close());

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // HTML ignores the case of attributes, and allows an empty value and a slash at the end of a void element.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    // Names that React makes are valid.
    'valid-id': 'off',
    // Scripts have the same origin, and inline code has a hash.
    'require-sri': 'off',
    'script-type': 'off',
    'no-inline-style': 'off',
    'tel-non-breaking': 'off',
    'long-title': 'off',
    // Boxes of one group have one name.
    'form-dup-name': 'off',
    // Names of headings of dialogs come before that of the page.
    'heading-level': 'off',
    'no-redundant-for': 'off',
    'prefer-native-element': 'off',
  },
});

/** Known errors with the reason why they stay for now. */
const known: Readonly<Record<string, string>> = {
  'unique-landmark': 'the first navigation of the header has no name yet',
};

const places = allRoutes.filter(({ to }) => to === undefined).map(({ path }) => path);

test.each(['', '/de', '/it'])('every page kind of the view "%s" is valid HTML', async (view) => {
  const faults = new Set<string>();
  for (const path of places) {
    const response = await fetchAsCrawler(shop.origin + view + path);
    const html = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const { results } = await validator.validateString(html);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      if (!(ruleId in known)) faults.add(`${ruleId}: ${message} (${selector} on ${view}${path})`);
  }
  expect([...faults]).toEqual([]);
});

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9';

test('every sitemap follows the schema of sitemaps.org', async () => {
  const maps = files.filter((path) => path.endsWith('.xml'));
  for (const path of maps) {
    const xml = await (await fetch(shop.origin + path)).text();
    const root = path === '/sitemap.xml' ? 'sitemapindex' : 'urlset';
    const entry = root === 'urlset' ? 'url' : 'sitemap';
    expect(xml).toMatch(
      new RegExp(`^<\\?xml version="1.0" encoding="UTF-8"\\?>\\s*<${root}[^>]* xmlns="${protocol}"`),
    );
    const entries = [...xml.matchAll(new RegExp(`<${entry}>([\\s\\S]*?)</${entry}>`, 'g'))].map(
      ([, text]) => text!,
    );
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.length).toBeLessThanOrEqual(50_000);
    for (const text of entries) {
      // Extensions of other namespaces may follow the elements of the schema, which have an order.
      const order = [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).join(' ');
      expect([path, order]).toEqual([
        path,
        expect.stringMatching(/^loc( lastmod)?( changefreq)?( priority)?$/),
      ]);
      const [, changed] = /<lastmod>(.*?)<\/lastmod>/.exec(text) ?? [];
      if (changed) expect(changed).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/);
    }
    const locations = await locationsOf(shop.origin + path);
    expect(new Set(locations).size).toBe(locations.length);
    for (const location of locations)
      expect([location, location.length < 2048 && URL.canParse(location)]).toEqual([location, true]);
  }
});
