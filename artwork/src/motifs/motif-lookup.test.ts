import { svgErrors } from '@fynbos/test-kit/catalogue/svg-validator.ts';
import { describe, expect, it } from 'vitest';
import { motifFor, motifNamed, motifNames, referencedMotifs } from './motif-lookup.ts';

describe('the drawings', () => {
  it('exist for every reference, and each one is referenced', () => {
    expect(referencedMotifs.filter((name) => !motifNames.includes(name))).toEqual([]);
    expect(motifNames.filter((name) => !referencedMotifs.includes(name))).toEqual([]);
  });

  it.each(motifNames)('%s is valid SVG', (name) => {
    expect(svgErrors(motifNamed(name))).toEqual([]);
  });

  it.each([
    ['food', 'Pineapple Juice', 'pineapple'],
    ['food', 'Peanut Butter', 'nut'],
    ['food', 'Butternut Soup', 'butternut'],
    ['food', 'Eggplant', 'aubergine'],
    ['food', 'Cola Zero Sugar', 'bottlepop'],
    ['food', 'Hot Chocolate', 'chocolate'],
    ['food', 'Milk Tart', 'cake'],
    ['meat', 'Chicken & Herb Sausages', 'sausage'],
    ['meat', 'Pilchards in Hot Chilli Sauce', 'fish'],
    ['pet', 'Chicken Kitten Food', 'cat'],
    ['house', 'Stainless Steel Saucepan', 'pot'],
    ['house', 'Granite Mortar and Pestle', 'spark'],
    ['health', 'Omega 3 Capsules', 'fish'],
    ['body', 'Mint Toothpaste', 'mint'],
    ['food', 'Zzz', 'protea'],
  ] as const)('motifFor returns, for %s and %s, the drawing %s', (kind, name, motif) => {
    expect(motifFor(kind, [name]).svg).toBe(motifNamed(motif));
  });
});
