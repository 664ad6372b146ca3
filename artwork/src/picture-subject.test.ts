import { describe, expect, it } from 'vitest';
import { packagingFor } from './packaging/packaging-lookup.ts';
import { bulkOf, kindOf, type Subject, titleOf } from './picture-subject.ts';

const subjectWith = (more: Partial<Subject>): Subject => ({
  name: '',
  brand: '',
  format: '',
  packsize: '',
  colour: '',
  kinds: [],
  ...more,
});

describe('titleOf and bulkOf', () => {
  it('titleOf returns the name without leading brand and trailing size', () => {
    expect(titleOf(subjectWith({ name: 'Washed Potatoes 2 kg', packsize: '2 kg' }))).toBe('Washed Potatoes');
    expect(titleOf(subjectWith({ name: '1000 Pounder Rum 750ml', packsize: '750 ml' }))).toBe(
      '1000 Pounder Rum',
    );
    expect(titleOf(subjectWith({ name: 'Koo Beans 410 g', brand: 'Koo', packsize: '410 g' }))).toBe('Beans');
    expect(titleOf(subjectWith({ name: '750ml', packsize: '750 ml' }))).toBe('750ml');
  });

  it.each([
    ['500 g', 1],
    ['1 kg', 2],
    ['6 x 250 ml', 3],
    ['1,5 L', 3],
    ['60 tablets', 2],
    ['Each', 1],
    ['0 g', 1],
  ])('bulkOf %s is %s usual packs', (packsize, bulk) => {
    expect(bulkOf(packsize)).toBeCloseTo(bulk);
  });
});

describe('kindOf', () => {
  it.each([
    [['Oats', 'Breakfast', 'Porridge & Oats', 'Breakfast'], 'food'],
    [['Apples', 'Fruit', 'Fruit', 'Fresh Fruit & Vegetables'], 'fresh'],
    [['Bibs', 'Homeware', 'Feeding', 'Baby & Toddler'], 'baby'],
    [['Dry food', 'Dog food', 'Dog Food', 'Pets'], 'pet'],
    [['Shampoo', 'Body care', 'Shampoo & Conditioner', 'Hair & Bath'], 'body'],
    [['Vitamin C', 'Supplements', 'Vitamins & Minerals', 'Health Products'], 'health'],
    [['', ''], 'food'],
  ])('of %j is %s', (kinds, kind) => {
    expect(kindOf(subjectWith({ kinds }))).toBe(kind);
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
  ])(
    'packagingFor the format «%s» and the name %s, with kinds %j, is %s',
    (format, name, kinds, packaging) => {
      const subject = subjectWith({ format, name, kinds });
      expect(packagingFor(subject, kindOf(subject))).toBe(packaging);
    },
  );
});
