import { describe, expect, it } from 'vitest';
import { analyseText } from './analysis.ts';
import { partsOf } from './name-parts.ts';

function read(name: string): { head: string | undefined; aside: string[] } {
  const { contentTokens, head, asideFrom, asideTo } = partsOf(analyseText(name));
  const aside = contentTokens.filter((_, place) => place >= asideFrom || place < asideTo);
  return { head: contentTokens[head]?.text, aside: aside.map((word) => word.text) };
}

describe('partsOf a product name', () => {
  it.each([
    ['Clover Full Cream Milk 2L', 'milk', []],
    ['Milk Chocolate 80g', 'chocolate', []],
    ['Koo Baked Beans in Tomato Sauce 400g', 'beans', ['tomato', 'sauce']],
    ['Honey Flavoured Cereal 500g', 'cereal', ['honey']],
    ['Robertsons Spice for Rice', 'spice', ['rice']],
    ['Apple & Cinnamon 50g', undefined, []],
    ['Salt & Vinegar Chips', 'chips', []],
    ['Chips Tomato Flavour', undefined, []],
    ['Energade Sports Drink Naartjie 500ml', 'drink', ['naartjie']],
    ['PnP Naartjies Bag 1kg', 'naartjies', []],
    ['Tea Bag 100g', 'bag', []],
    ['500g', undefined, []],
    ['', undefined, []],
  ])('%s has the head %s and the descriptions %j', (name, head, aside) => {
    expect(read(name)).toEqual({ head, aside });
  });

  it.each([
    ['Mayfair Coconut Milk 400ml', true],
    ['Clover Condensed Milk 385g', true],
    ['PnP Crunch Peanut Butter 800g', true],
    ['Clover Full Cream Fresh Milk 1l', false],
    ['PnP Salted Butter 500g', false],
    ['Coconut', false],
  ])('isOtherGood of %s is %s', (name, isOtherGood) => {
    expect(partsOf(analyseText(name)).isOtherGood).toBe(isOtherGood);
  });
});
