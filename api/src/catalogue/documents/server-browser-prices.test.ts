import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLinks } from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import type { ConfigurableChild, Product } from '@fynbos/core/catalogue/entities.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { bundlePrice, groupedPrice, type PricedPart } from '@fynbos/core/pricing/bundle-prices.ts';
import { pricesNow } from '@fynbos/core/pricing/document-prices.ts';
import { type PriceFields, priceFields, shopPriceOf, unknownPrice } from '@fynbos/core/pricing/price.ts';
import { type TaxRule, taxRate } from '@fynbos/core/pricing/tax.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { openTestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * The server and a browser compute the same prices from the same document and rules (SHOP-5), for every
 * product of the demo range and of a random range.
 */
const now = new Date('2026-11-20T10:00:00Z');

interface Range {
  products: Product[];
  rules: TaxRule[];
}

let demo: Range;
let random: Range;
let remove: () => Promise<void>;

beforeAll(async () => {
  const made = await temporaryFolder();
  remove = made.remove;
  await writeFile(join(made.folder, 'products.csv'), randomProducts());
  [demo, random] = await Promise.all([readRange(demoFolder), readRange(made.folder)]);
});
afterAll(() => remove());

async function readRange(folder: string): Promise<Range> {
  const shop = await openTestShop(folder, () => now);
  try {
    const searchAll = async (entity: string) =>
      (await shop.post(`/api/catalog/fynbos/${entity}/_search`, { size: 4000 })).body.items;
    return { products: await searchAll('product'), rules: await searchAll('taxrule') };
  } finally {
    await shop.close();
  }
}

function fieldsOf(product: object): PriceFields {
  const known = priceFields(unknownPrice);
  return Object.fromEntries(
    Object.keys(known).map((name) => [name, (product as Record<string, unknown>)[name]]),
  ) as unknown as PriceFields;
}

function inBrowser(document: Product | ConfigurableChild, rules: readonly TaxRule[]): PriceFields {
  const rate = taxRate(document.tax_class_id, rules, { country: 'ZA', now });
  return pricesNow(document, rate, now);
}

/** A set is priced from its parts, a configurable product from its children, as their pages do. */
function expected(product: Product, { products, rules }: Range): PriceFields {
  const part = (sku: string, qty: number): PricedPart => {
    const linked = products.find((candidate) => candidate.sku === sku);
    return { price: linked && shopPriceOf(inBrowser(linked, rules)), qty };
  };
  if (product.type_id === 'grouped') {
    const links = product.product_links.filter(({ link_type }) => link_type === 'associated');
    return priceFields(groupedPrice(links.map((link) => part(link.linked_product_sku, 1))));
  }
  if (product.type_id === 'bundle') {
    const stockOf = (sku: string) => {
      const linked = products.find((candidate) => candidate.sku === sku);
      return linked && { inStock: linked.stock.is_in_stock };
    };
    const chosen = product.bundle_options.flatMap((option) => defaultLinks(option, stockOf));
    const parts = chosen.map(({ sku, qty }) => part(sku, qty));
    return priceFields(bundlePrice(shopPriceOf(inBrowser(product, rules)), parts));
  }
  const children = product.configurable_children.map((child) => inBrowser(child, rules));
  const [cheapest] = children.toSorted(
    (left, right) => left.final_price_incl_tax - right.final_price_incl_tax,
  );
  return cheapest ?? inBrowser(product, rules);
}

describe.each(['demo', 'random'] as const)(
  'server and browser agree to the cent, %s range (SHOP-5)',
  (name) => {
    const range = () => (name === 'demo' ? demo : random);

    test('in every field of every product', () => {
      expect(range().products.length).toBeGreaterThan(300);
      const wrong = range().products.filter((product) => {
        const served = JSON.stringify(fieldsOf(product));
        return served !== JSON.stringify(expected(product, range()));
      });
      expect(wrong.map(({ sku }) => sku)).toEqual([]);
    });

    test('in every variant', () => {
      const { products, rules } = range();
      const children = products.flatMap((product) => product.configurable_children);
      expect(children.length).toBeGreaterThan(30);
      for (const child of children) expect(fieldsOf(child), child.sku).toEqual(inBrowser(child, rules));
    });

    test('when a page derives prices from its few fields', () => {
      for (const product of range().products) {
        const { original_price, original_price_incl_tax, final_price, final_price_incl_tax } = product;
        const { special_price, special_price_incl_tax } = product;
        const page = { original_price, original_price_incl_tax, final_price, final_price_incl_tax };
        const read = priceFields(shopPriceOf({ ...page, special_price, special_price_incl_tax }));
        expect(read, product.sku).toEqual(fieldsOf(product));
      }
    });
  },
);

describe('a configurable product (wire contract 4.2)', () => {
  const priceOfFamily = (sku: string) => {
    const { price, price_incl_tax, special_price } = random.products.find(
      (candidate) => candidate.sku === sku,
    )!;
    return { price, price_incl_tax, special_price };
  };

  test('family L shows the cheapest price of 50, 40 on special for 35, and 60', () => {
    expect(priceOfFamily('L')).toEqual({ price: 35, price_incl_tax: 40.25, special_price: 35 });
  });

  test('family M shows 100 for variants of 100 and 120', () => {
    expect(priceOfFamily('M')).toEqual({ price: 100, price_incl_tax: 115, special_price: 0 });
  });
});

/** Products of any price, special and dates, and the families of the worked examples. */
function randomProducts(): string {
  const cents = fc.integer({ min: 1, max: 5_000_000 });
  const day = fc.constantFrom('', '2026-10-01', '2026-11-20', '2026-12-31', '2020-01-01');
  const any = fc.record({ price: cents, special: fc.option(cents), from: day, to: day, zero: fc.boolean() });
  const simple = fc
    .sample(any, { numRuns: 400, seed: 16 })
    .map(({ price, special, from, to, zero }, index) => {
      const parent = index % 4 === 0 ? `F-${index % 10}` : '';
      const dates = from && to && from > to ? [to, from] : [from, to];
      const [incl, reduced] = [price, special].map((amount) =>
        amount === null ? '' : centsToDecimal(amount!),
      );
      const size = parent && `${index} g`;
      return [
        `R-${index}`,
        'simple',
        parent,
        '',
        incl,
        '',
        reduced,
        '',
        ...dates,
        zero ? 'zero' : 'standard',
        size,
      ];
    });
  const family = (sku: string) => [sku, 'configurable', '', 'packsize', '', '', '', '', '', '', '', ''];
  const child = (parent: string, price: number, special: number | '' = '') => [
    `${parent}-${price}`,
    'simple',
    parent,
    '',
    '',
    price,
    '',
    special,
    '',
    '',
    'standard',
    `${price} g`,
  ];
  const rows = [
    ...simple,
    ...['F-0', 'F-2', 'F-4', 'F-6', 'F-8', 'L', 'M'].map(family),
    ...[child('L', 50), child('L', 40, 35), child('L', 60), child('M', 100), child('M', 120)],
  ];
  const head =
    'sku,type_id,parent_sku,configurable_attributes,price_incl_tax,price,special_price_incl_tax,special_price,special_from_date,special_to_date,tax_class,packsize,name,qty';
  return [head, ...rows.map((row) => [...row, `Thing ${row[0]}`, 5].join(','))].join('\n');
}
