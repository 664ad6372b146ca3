import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSynonyms, synonymKey } from './synonyms.ts';

function others(file: string, expression: string): string[] {
  const found = readSynonyms(file).others.get(synonymKey(expression.split(' '))) ?? [];
  return found.map((words) => words.join(' '));
}

describe('the synonym file', () => {
  it('has a group on each line, of one or more words, whichever is asked for', () => {
    const file = 'mielie, mealie, maize meal\nmaas, amasi';
    expect(others(file, 'maize meal')).toEqual(['mielie', 'mealie']);
    expect(others(file, 'mealies')).toEqual(['mielie', 'maize meal']);
    expect(others(file, 'amasi')).toEqual(['maas']);
    expect(others(file, 'rice')).toEqual([]);
  });

  it('may have comments, empty lines, accents, capitals and Windows line ends', () => {
    const file = '\uFEFF# Ours\r\n\r\nDroëwors, dry wors # both\r\n';
    expect(others(file, 'droewors')).toEqual(['dry wors']);
  });

  it('may name an expression in several groups', () => {
    expect(others('chips, crisps\nchips, fries', 'chips')).toEqual(['crisps', 'fries']);
  });

  it.each([
    ['maas, amasi\nlonely', 'line 2: “lonely” stands alone'],
    ['maas,, amasi', 'line 1: there is nothing between two commas'],
    ['maas, amasi,', 'line 1: there is nothing between two commas, or after the last one'],
    ['# first\nmaas, !!!', 'line 2: “!!!” has no word in it'],
    ['oat, oats', 'line 1: “oats” stands there twice'],
  ])('with a fault is refused with the line and the reason', (file, fault) => {
    expect(() => readSynonyms(file)).toThrow(fault);
  });

  it('names every faulty line at once', () => {
    expect(() => readSynonyms('one\nmaas, amasi\ntwo')).toThrow(/line 1: .*\nline 3: /);
  });

  it('of this shop can be read and knows South African words', () => {
    const file = readFileSync(new URL('../../../catalogue/synonyms.txt', import.meta.url), 'utf8');
    expect(others(file, 'aubergine')).toContain('brinjal');
    expect(others(file, 'mielie meal')).toContain('maize meal');
    expect(others(file, 'mielie')).toContain('maize');
    expect(others(file, 'koffie')).toContain('coffee');
    expect(others(file, 'naartjie')).toContain('mandarin');
    expect(others(file, 'ground beef')).toContain('mince');
  });
});
