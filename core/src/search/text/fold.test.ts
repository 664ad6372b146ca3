import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

describe('folding', () => {
  it('removes capitals, accents and apostrophes', () => {
    expect(fold('Crème Brûlée')).toBe('creme brulee');
    expect(fold('Nando’s')).toBe(fold('nandos'));
    expect(fold('Droëwors Nescafé aQuellé')).toBe('droewors nescafe aquelle');
    expect(fold('Smørrebrød Weißwurst Œufs Łódź')).toBe('smorrebrod weisswurst oeufs lodz');
  });

  it('replaces an ampersand with “and”, except between initials', () => {
    expect(fold('Salt & Vinegar')).toBe('salt  and  vinegar');
    expect(fold('M&M’s')).toBe('mms');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Zéüçñß0-9 ]*$/), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
