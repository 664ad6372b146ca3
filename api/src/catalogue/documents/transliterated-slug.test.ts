import { expect, test } from 'vitest';
import { optionSlugs, transliteratedSlug } from './transliterated-slug.ts';

test.each([
  ["Bird's Eye Chilli 250 ml", 'bird-s-eye-chilli-250-ml'],
  ['Crème Brûlée & Weißbier', 'creme-brulee-weissbier'],
  ['Łowicz Dżem', 'lowicz-dzem'],
  ['Smørrebrød Ærø', 'smorrebrod-aero'],
  ['Œuf ﬁn', 'oeuf-fin'],
  ['Гречка Ярмарка', 'grechka-yarmarka'],
  ['Φέτα Ελλάδος', 'feta-ellados'],
  ['Đà Lạt', 'da-lat'],
  ['Müller', 'muller'],
  ['老干妈', ''],
  ['老干妈 Sauce', 'sauce'],
  ['***', ''],
])('transliteratedSlug of %s is %s', (name, slug) => {
  expect(transliteratedSlug(name)).toBe(slug);
});

test('optionSlugs are unique, and a new option changes no address', () => {
  const options = [
    { value: '7', label: 'Café' },
    { value: '12', label: 'CAFE' },
    { value: '3', label: '李锦记' },
    { value: '5', label: 'Cafe 12' },
  ];
  const slugs = optionSlugs(options);
  expect([...slugs].sort()).toEqual([
    ['12', 'cafe-12-3'],
    ['3', 'brand-3'],
    ['5', 'cafe-12'],
    ['7', 'cafe'],
  ]);
  const longer = optionSlugs([{ value: '20', label: 'Cafe' }, ...options]);
  expect([...longer].filter(([value]) => value !== '20')).toEqual([...slugs]);
});
