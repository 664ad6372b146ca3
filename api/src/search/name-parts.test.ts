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
    ['500g', undefined, []],
    ['', undefined, []],
  ])('%s is %s, and says aside %j', (name, head, aside) => {
    expect(read(name)).toEqual({ head, aside });
  });
});
