import { cleanText } from '@fynbos/core/clean-text.ts';
import { decodeEntities } from '@fynbos/core/content/plain-text.ts';
import { markdownPayloads, payloads } from '@fynbos/test-kit/security/xss-payloads.ts';
import { hydrated, visit } from '../../fixtures/browser.ts';
import { fetchAsCrawler, withEach } from '../../fixtures/html-client.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, reportAttempts, test } from '../../fixtures/test.ts';

/** Catalogue text is shown as text on every page, in structured data and in the browser. */

/** An import file has one product per line; the separators that only scripts treat as line ends stay. */
const lineSeparators = '\u2028\u2029';
const all = [`two${lineSeparators}three</script>`, ...payloads, ...markdownPayloads].map((payload) =>
  payload.replace(/[^\S\u2028\u2029]/g, ' ').trim(),
);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const our = openShop({}, async (shop) => {
  const rows = all.map((payload, index) =>
    [
      ...[`X-${index}`, cell(`${index} ${payload}`), `hostile-${index}`, '10', '5', 'Hostile'],
      // A bar separates the values of a filter.
      ...[payload, payload, payload, payload, payload.replaceAll('|', ' ')].map(cell),
    ].join(','),
  );
  await load(shop, {
    'categories.csv': table('path,description', `Hostile,${cell(all.join(' ').slice(0, 900))}`),
    'products.csv': table(
      'sku,name,url_path,price_incl_tax,qty,categories,brand,short_description,description,attr_ingredients,product_range',
      ...rows,
      `X-PLAIN,Plain,plain,10,5,Hostile,${'Word,'.repeat(4)}Word`,
    ),
  });
});

interface Skeleton {
  /** Each element with the names of its attributes. */
  elements: Set<string>;
  scripts: number;
  /** The start of a tag that React would not write like this, if any. */
  rest: string | undefined;
  /** Parsed structured data of the page. */
  data: string;
}

/** Parses a page strictly: everything that is not an element exactly as React writes it must be text. */
function skeletonOf(html: string): Skeleton {
  const scripts = [...html.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script/g)];
  const data = scripts.filter(([, tag]) => tag!.includes('ld+json')).map(([, , json]) => JSON.parse(json!));
  const elements = new Set<string>();
  const rest = html
    .replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1')
    .replace(/^<!DOCTYPE html>/, '')
    .replace(/<!--[$/!?&]*(?: *)-->/g, '')
    .replace(
      /<([a-z][a-z\d-]*)((?:\s+[a-z][\w:.-]*(?:="[^"<]*")?)*)\s*\/?>|<\/[a-z][a-z\d-]*>/gi,
      (_, name, attributes) => {
        const names = [...(attributes ?? '').matchAll(/([\w:.-]+)(?:="[^"]*")?/g)].map(
          ([, attribute]) => attribute,
        );
        if (name) for (const attribute of ['', ...names]) elements.add(`${name} ${attribute}`);
        return '';
      },
    );
  const at = rest.search(/<[a-z/!?]/i);
  return {
    ...{ elements, scripts: scripts.length, data: JSON.stringify(data) },
    rest: at < 0 ? undefined : rest.slice(at, at + 60),
  };
}

test('the strict parser detects injected elements', () => {
  expect([...skeletonOf('<p onclick="x">').elements]).toEqual(['p ', 'p onclick']);
  expect(skeletonOf('<p>x<img src=x onerror=alert(1)>').rest).toBe('<img src=x onerror=alert(1)>');
  expect(skeletonOf('<script>x</script><script>y</script>').scripts).toBe(2);
});

test('every product page has the same elements whatever its text, and the text is in its structured data (T9)', async () => {
  const read = async (path: string) => {
    const response = await fetchAsCrawler(our.shop.origin + path);
    return { ...skeletonOf(await response.text()), status: response.status };
  };
  const plain = await read('/plain');
  expect(plain.elements.size).toBeGreaterThan(100);
  const problems: string[] = [];
  // The short run checks one in four; all pages come from the same code.
  const selected = [...all.keys()].filter((index) => isLong || index % 4 === 0);
  await withEach(selected, async (index) => {
    const { status, elements, scripts, rest, data } = await read(`/hostile-${index}`);
    if (status !== 200) problems.push(`${all[index]}: ${status}`);
    const strange = [...elements].filter((element) => !plain.elements.has(element));
    if (rest || strange.length > 0) problems.push(`${all[index]} ${strange}: ${rest}`);
    if (scripts !== plain.scripts) problems.push(`${all[index]}: ${scripts} scripts`);
    // As the import reads a name: cleaned, with its entities decoded (spec D34).
    const name = cleanText(decodeEntities(cleanText(all[index]!)));
    if (!data.includes(JSON.stringify(name).slice(1, -1))) problems.push(`${all[index]}: not in the data`);
  });
  expect(problems).toEqual([]);
  reportAttempts(selected.length);
});

test('no catalogue text runs in a browser: in a list, on a product page, or in the search (T9)', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  const ran: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  const sample = all.flatMap((_, index) => (index % (isLong ? 2 : 20) === 0 ? [`/hostile-${index}`] : []));
  for (const path of ['/hostile', '/search?q=alert', ...sample]) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  expect(ran).toEqual([]);
  reportAttempts(sample.length + 2);
});
