import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSynonyms, synonymKey } from './synonyms.ts';

function synonymsOf(file: string, expression: string): string[] {
  const expressions = readSynonyms(file).alternatives.get(synonymKey(expression.split(' '))) ?? [];
  return expressions.map((wordList) => wordList.join(' '));
}

describe('readSynonyms', () => {
  it('reads a group per line and returns synonyms of any expression in it', () => {
    const file = 'mielie, mealie, maize meal\nmaas, amasi';
    expect(synonymsOf(file, 'maize meal')).toEqual(['mielie', 'mealie']);
    expect(synonymsOf(file, 'mealies')).toEqual(['mielie', 'maize meal']);
    expect(synonymsOf(file, 'amasi')).toEqual(['maas']);
    expect(synonymsOf(file, 'rice')).toEqual([]);
  });

  it('accepts comments, empty lines, accents, capitals and Windows line ends', () => {
    const file = '\uFEFF# Ours\r\n\r\nDroëwors, dry wors # both\r\n';
    expect(synonymsOf(file, 'droewors')).toEqual(['dry wors']);
  });

  it('accepts an expression in several groups', () => {
    expect(synonymsOf('chips, crisps\nchips, fries', 'chips')).toEqual(['crisps', 'fries']);
  });

  it('reads a line with an arrow in one direction', () => {
    const file = 'vis, inhlanzi => fish, hake';
    expect(synonymsOf(file, 'inhlanzi')).toEqual(['fish', 'hake']);
    expect(synonymsOf(file, 'fish')).toEqual([]);
    expect(synonymsOf(readSynonyms(`${file}\nmaas, amasi`).written, 'vis')).toEqual(['fish', 'hake']);
  });

  it.each([
    ['vis =>', 'line 1: an expression is missing'],
    ['vis => fish => hake', 'line 1: an expression is missing'],
    ['vis => vis', 'line 1: “vis” is repeated'],
    ['maas, amasi\nlonely', 'line 2: “lonely” stands alone'],
    ['maas,, amasi', 'line 1: an expression is missing between two commas'],
    ['maas, amasi,', 'line 1: an expression is missing between two commas, or after the last one'],
    ['# first\nmaas, !!!', 'line 2: “!!!” contains no word'],
    ['oat, oats', 'line 1: “oats” is repeated'],
  ])('reports the line and the reason of an error', (file, message) => {
    expect(() => readSynonyms(file)).toThrow(message);
  });

  it('reports every invalid line at once', () => {
    expect(() => readSynonyms('one\nmaas, amasi\ntwo')).toThrow(/line 1: .*\nline 3: /);
  });

  it('reads the file of this shop, which contains South African words', () => {
    const file = readFileSync(new URL('../../../../catalogue/synonyms.txt', import.meta.url), 'utf8');
    expect(synonymsOf(file, 'aubergine')).toContain('brinjal');
    expect(synonymsOf(file, 'mielie meal')).toContain('maize meal');
    expect(synonymsOf(file, 'mielie')).toContain('maize');
    expect(synonymsOf(file, 'koffie')).toContain('coffee');
    expect(synonymsOf(file, 'naartjie')).toContain('mandarin');
    expect(synonymsOf(file, 'ground beef')).toContain('mince');
    expect(readSynonyms(file).written.split('\n').length).toBeGreaterThanOrEqual(150);
  });
});
