import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseText } from './analysis.ts';

const read = (text: string) => analyseText(text).map((token) => token.text);

describe('pack sizes', () => {
  it.each([
    [
      '2l',
      '2 l',
      '2L',
      '2lt',
      '2 lt',
      '2 litre',
      '2 Litres',
      '2-litre',
      '2000ml',
      '2000 ml',
      '2,000ml',
      '200cl',
    ],
    ['500g', '500 g', '500gr', '500 gram', '0.5kg', '0,5 kg', '0.5 Kilograms'],
    ['1.5l', '1,5l', '1500ml', '1,5 litre'],
    ['6x330ml', '6 x 330 ml', '6 X 330ML', '6 × 330ml', '330ml x 6', '330 ml x6', '6x33cl'],
    ["100's", '100s', '100’s', '100 pack', '100pk', '100 pcs', '100 pieces', '100ea'],
    ['750g x 1', '1 x 750g', '750g'],
  ])('are one token in any notation: %s', (...spellings) => {
    for (const spelling of spellings) expect(read(spelling)).toEqual(read(spellings[0]!));
    expect(analyseText(spellings[0]!)).toMatchObject([{ kind: 'size' }]);
  });

  it('distinguish thousands from a decimal comma by the digits that follow', () => {
    expect(read('1,500ml')).toEqual(['1500ml']);
    expect(read('1,50l')).toEqual(['1500ml']);
    expect(read('0,750l')).toEqual(['750ml']);
  });

  it('of multipacks also include the single size and the count', () => {
    expect(analyseText('Coke 6 x 330ml')[1]).toEqual({
      text: '6x330ml',
      kind: 'size',
      implied: ['330ml', '6ct'],
    });
  });

  it('are not recognized in words and plain numbers', () => {
    expect(read('7up B12 3in1 2ply 1659 Classic 3-lever m&ms')).toEqual(
      '7up b12 3in1 2ply 1659 classic 3 lever mms'.split(' '),
    );
  });

  it('distinguish milligrams from grams, as strengths of medicine require', () => {
    expect(read('1000mg')).not.toEqual(read('1g'));
  });

  it('never make reading fail or drop the words around them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(read(`milk ${text} bread`)).toEqual(expect.arrayContaining(['milk', 'bread']));
      }),
    );
  });

  it('are equal for the same amount in litres and millilitres', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (amount) => {
        expect(read(`${amount / 1000} litre`)).toEqual(read(`${amount}ml`));
      }),
    );
  });
});
