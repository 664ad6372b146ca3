import { describe, expect, it } from 'vitest';
import { tokens } from './analysis.ts';
import { partsOf } from './name-parts.ts';

function read(name: string): { head: string | undefined; aside: string[] } {
  const { words, head, asideFrom, asideTo } = partsOf(tokens(name));
  const aside = words.filter((_, place) => place >= asideFrom || place < asideTo);
  return { head: words[head]?.text, aside: aside.map((word) => word.text) };
}

describe('the parts of a name', () => {
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
  ])('%s is %s, and says aside %j', (name, head, aside) => {
    expect(read(name)).toEqual({ head, aside });
  });

  it.each([
    ['Mayfair Coconut Milk 400ml', true],
    ['Clover Condensed Milk 385g', true],
    ['PnP Crunch Peanut Butter 800g', true],
    ['Clover Full Cream Fresh Milk 1l', false],
    ['PnP Salted Butter 500g', false],
    ['Coconut', false],
  ])('what qualifies the head of %s makes another good of it: %s', (name, isOtherGood) => {
    expect(partsOf(tokens(name)).isOtherGood).toBe(isOtherGood);
  });
});
