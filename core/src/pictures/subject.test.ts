import { describe, expect, it } from 'vitest';
import { packFor } from './pack-words.ts';
import { bulkOf, kindOf, type Subject, titleOf } from './subject.ts';

const thing = (more: Partial<Subject>): Subject => ({
  name: '',
  brand: '',
  format: '',
  packsize: '',
  colour: '',
  kinds: [],
  ...more,
});

describe('what a pack says', () => {
  it('is the name without the brand before it and the size after it', () => {
    expect(titleOf(thing({ name: 'Washed Potatoes 2 kg', packsize: '2 kg' }))).toBe('Washed Potatoes');
    expect(titleOf(thing({ name: '1000 Pounder Rum 750ml', packsize: '750 ml' }))).toBe('1000 Pounder Rum');
    expect(titleOf(thing({ name: 'Koo Beans 410 g', brand: 'Koo', packsize: '410 g' }))).toBe('Beans');
    expect(titleOf(thing({ name: '750ml', packsize: '750 ml' }))).toBe('750ml');
  });

  it.each([
    ['500 g', 1],
    ['1 kg', 2],
    ['6 x 250 ml', 3],
    ['1,5 L', 3],
    ['60 tablets', 2],
    ['Each', 1],
    ['0 g', 1],
  ])('%s is %s usual packs', (packsize, bulk) => {
    expect(bulkOf(packsize)).toBeCloseTo(bulk);
  });
});

describe('the kind of a thing', () => {
  it.each([
    [['Oats', 'Breakfast', 'Porridge & Oats', 'Breakfast'], 'food'],
    [['Apples', 'Fruit', 'Fruit', 'Fresh Fruit & Vegetables'], 'fresh'],
    [['Bibs', 'Homeware', 'Feeding', 'Baby & Toddler'], 'baby'],
    [['Dry food', 'Dog food', 'Dog Food', 'Pets'], 'pet'],
    [['Shampoo', 'Body care', 'Shampoo & Conditioner', 'Hair & Bath'], 'body'],
    [['Vitamin C', 'Supplements', 'Vitamins & Minerals', 'Health Products'], 'health'],
    [['', ''], 'food'],
  ])('of %j is %s', (kinds, kind) => {
    expect(kindOf(thing({ kinds }))).toBe(kind);
  });
});

describe('the pack', () => {
  it.each([
    ['Bottle', 'Full Cream Milk', ['Milk', 'Dairy'], 'milkBottle'],
    ['Bottle', 'Pinotage', ['Red wine', 'Wine'], 'wineBottle'],
    ['Bottle', 'Rooibos Shampoo', ['Shampoo', 'Body care'], 'shampooBottle'],
    ['Can', 'Ginger Beer', ['Sodas', 'Drinks'], 'can'],
    ['Tin', 'Tuna Chunks in Water', ['Tuna', 'Tinned fish'], 'flatCan'],
    ['Tray', 'Large Eggs', ['Hen eggs', 'Eggs'], 'eggs'],
    ['Loose', 'Enamel Mug', ['Mugs', 'Kitchenware'], 'mug'],
    ['Bunch', 'Swiss Chard', ['Greens', 'Vegetables'], 'sleeve'],
    ['Download', 'Recipes (E-Book)', ['Recipe books', 'Books'], 'book'],
    ['', 'Sunflower Oil', ['Cooking Oil & Vinegar', 'Food Cupboard'], 'oilBottle'],
    ['', 'A4 Margin Book', ['Stationery', 'Stationery, Toys & Party'], 'card'],
  ])('of what comes as «%s», %s, is right', (format, name, kinds, pack) => {
    const subject = thing({ format, name, kinds });
    expect(packFor(subject, kindOf(subject))).toBe(pack);
  });
});
