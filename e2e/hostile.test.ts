import { isLong } from '@fynbos/api/testing/long.ts';
import { markdownPayloads, payloads } from '@fynbos/api/testing/payloads.ts';
import { expect, test } from 'vitest';
import { hydrated, visit } from './browser.ts';
import { openShop } from './opened.ts';
import { ask, withEach } from './plain-http.ts';
import { load, table } from './shop-files.ts';

/** Whatever is written into the catalogue is words on every page, in what machines read of it, and in the browser. */

/** A file of the import has a product a line; what only scripts take for the end of one stays. */
const lineEnds = '\u2028\u2029';
const all = [`two${lineEnds}three</script>`, ...payloads, ...markdownPayloads].map((payload) =>
  payload.replace(/[^\S\u2028\u2029]/g, ' ').trim(),
);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const our = openShop({}, async (shop) => {
  const rows = all.map((payload, index) =>
    [
      ...[`X-${index}`, cell(`${index} ${payload}`), `hostile-${index}`, '10', '5', 'Hostile'],
      // A bar parts one value of a filter from the next.
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
  /** Where a tag may begin that is not written as the shop writes them. */
  rest: string | undefined;
  /** What the page tells machines, read. */
  data: string;
}

/** Takes a page apart as strictly as can be: what is no element in the one way React writes them must be text. */
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
      (_, name, said) => {
        const names = [...(said ?? '').matchAll(/([\w:.-]+)(?:="[^"]*")?/g)].map(([, one]) => one);
        if (name) for (const one of ['', ...names]) elements.add(`${name} ${one}`);
        return '';
      },
    );
  const at = rest.search(/<[a-z/!?]/i);
  return {
    ...{ elements, scripts: scripts.length, data: JSON.stringify(data) },
    rest: at < 0 ? undefined : rest.slice(at, at + 60),
  };
}

test('the strict reader sees what is wrong', () => {
  expect([...skeletonOf('<p onclick="x">').elements]).toEqual(['p ', 'p onclick']);
  expect(skeletonOf('<p>x<img src=x onerror=alert(1)>').rest).toBe('<img src=x onerror=alert(1)>');
  expect(skeletonOf('<script>x</script><script>y</script>').scripts).toBe(2);
});

test('every page of a product has the elements of any other, and tells machines its words (T9)', async ({
  task,
}) => {
  const read = async (path: string) => {
    const answer = await ask(our.shop.origin + path);
    return { ...skeletonOf(await answer.text()), status: answer.status };
  };
  const plain = await read('/plain');
  expect(plain.elements.size).toBeGreaterThan(100);
  const faults: string[] = [];
  // One in four in the short form: pages are made by the same code whatever is written.
  const asked = [...all.keys()].filter((index) => isLong || index % 4 === 0);
  await withEach(asked, async (index) => {
    const { status, elements, scripts, rest, data } = await read(`/hostile-${index}`);
    if (status !== 200) faults.push(`${all[index]}: ${status}`);
    const strange = [...elements].filter((one) => !plain.elements.has(one));
    if (rest || strange.length > 0) faults.push(`${all[index]} ${strange}: ${rest}`);
    if (scripts !== plain.scripts) faults.push(`${all[index]}: ${scripts} scripts`);
    if (!data.includes(JSON.stringify(all[index]).slice(1, -1)))
      faults.push(`${all[index]}: not in the data`);
  });
  expect(faults).toEqual([]);
  task.meta.tried = asked.length;
});

test('nothing of it runs in a browser: not in a list, on a page, or in the search (T9)', {
  timeout: 180_000,
}, async ({ task }) => {
  const { page, close } = await visit(our.browser, our.shop.origin);
  const ran: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  const some = all.flatMap((_, index) => (index % (isLong ? 2 : 20) === 0 ? [`/hostile-${index}`] : []));
  for (const path of ['/hostile', '/search?q=alert', ...some]) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  expect(ran).toEqual([]);
  task.meta.tried = some.length + 2;
  await close();
});
