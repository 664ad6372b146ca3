import { describe, expect, it } from 'vitest';
import { motifFor, motifNamed, motifNames, motifsAskedFor } from './motif-words.ts';
import { faultsOf } from './testing/svg.ts';

describe('the drawings', () => {
  it('are there for every word that asks for one, and none waits in vain', () => {
    expect(motifsAskedFor.filter((name) => !motifNames.includes(name))).toEqual([]);
    expect(motifNames.filter((name) => !motifsAskedFor.includes(name))).toEqual([]);
  });

  it.each(motifNames)('%s is whole', (name) => {
    expect(faultsOf(motifNamed(name))).toEqual([]);
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
  ] as const)('for %s, %s is %s', (kind, name, motif) => {
    expect(motifFor(kind, [name]).svg).toBe(motifNamed(motif));
  });
});
