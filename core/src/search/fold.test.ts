import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

describe('folding', () => {
  it('takes away capitals, accents and apostrophes', () => {
    expect(fold('Crème Brûlée')).toBe('creme brulee');
    expect(fold('Nando’s')).toBe(fold('nandos'));
    expect(fold('Droëwors Nescafé aQuellé')).toBe('droewors nescafe aquelle');
    expect(fold('Smørrebrød Weißwurst Œufs Łódź')).toBe('smorrebrod weisswurst oeufs lodz');
  });

  it('reads the sign for “and”, except between initials', () => {
    expect(fold('Salt & Vinegar')).toBe('salt  and  vinegar');
    expect(fold('M&M’s')).toBe('mms');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Zéüçñß0-9 ]*$/), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
