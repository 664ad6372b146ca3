import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { search } from '@fynbos/test-kit/shop/small-shop.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(demoFolder);
});
afterAll(() => shop.close());

const find = async (_searchText: string, size = 3): Promise<{ names: string[]; total: number }> => {
  const { items, total } = await search(shop, { _searchText, size });
  return { names: items.map(({ name }: { name: string }) => name), total: total.value ?? total };
};

test.each([
  { product: /\bMilk\b/, words: ['melk', 'ubisi'] },
  { product: /\bBread\b/, words: ['brood', 'isinkwa', 'isonka'] },
  { product: /Potatoes/, words: ['aartappels', 'amazambane', 'iitapile'] },
  { product: /Cheese|Cheddar|Gouda|Feta/, words: ['kaas', 'ushizi'] },
  { product: /Eggs/, words: ['eiers', 'amaqanda'] },
  { product: /Chicken/, words: ['hoender', 'inkukhu'] },
  { product: /Sugar/, words: ['suiker', 'ushukela', 'iswekile'] },
  { product: /Tomatoes/, words: ['tamaties', 'utamatisi'] },
  { product: /Onions/, words: ['uie', 'itswele', 'u-anyanisi'] },
  { product: /Beef|Lamb|Mince|Boerewors|Steak|Chops/, words: ['vleis', 'inyama'] },
  { product: /Hake|Snoek|Fish/, words: ['vis', 'inhlanzi', 'intlanzi'] },
  { product: /Butter\b/, words: ['botter', 'ibhotela'] },
  { product: /Soap/, words: ['seep', 'insipho', 'isepha'] },
  { product: /Maize|Mealies|Corn/, words: ['umbila', 'umbona', 'mieliemeel', 'impuphu', 'uphuthu'] },
  { product: /Coffee/, words: ['koffie', 'ikhofi', 'ikofu'] },
  { product: /Dog/, words: ['hondekos', 'ukudla kwezinja', 'ukutya kwezinja'] },
  { product: /Rice/, words: ['rys', 'irayisi'] },
])(
  'a search for a staple in Afrikaans, isiZulu or isiXhosa leads with it: $product',
  async ({ product, words }) => {
    for (const word of words)
      for (const name of (await find(word)).names) expect(name, word).toMatch(product);
  },
);

/** What contains the word of a staple, but is another product. */
test.each([
  { words: ['milk', 'melk'], staple: /Milk( \d.*)?$/, not: /Cat Milk/ },
  { words: ['bread', 'brood'], staple: /Bread( \d.*)?$/, not: /Flour|Crumb/ },
  { words: ['cheese'], staple: /Cheese/, not: /Crackers|Sausages|Sauce/ },
  { words: ['tea', 'tee'], staple: /Tea\b/, not: /Tea Tree/ },
  { words: ['rice', 'rys'], staple: /Rice( \d.*)?$/, not: /Cakes/ },
  { words: ['soap', 'seep'], staple: /Soap/, not: /Cream/ },
  { words: ['sugar', 'suiker'], staple: /Sugar( \d.*)?$/, not: /Beans|Zero/ },
  { words: ['chicken'], staple: /Chicken/, not: /Cat Food/ },
])('the first five for $words are the staple, not what contains its word', async ({ words, staple, not }) => {
  for (const word of words)
    for (const name of (await find(word, 5)).names) {
      expect(name, word).toMatch(staple);
      expect(name, word).not.toMatch(not);
    }
});

test('a search for amasi leads with maas, of which the demo shop has two', async () => {
  const { names } = await find('amasi');
  for (const name of names.slice(0, 2)) expect(name).toMatch(/\bMaas\b/);
});

test('a search for two words does not return what matches one of them, when enough products match both', async () => {
  const { names, total } = await find('mealie meal');
  expect(names[0]).toMatch(/Maize Meal/);
  expect(total).toBeLessThan((await find('meal')).total);
});
