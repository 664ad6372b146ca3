import { expect, test } from 'vitest';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { termOf } from './food-terms.ts';

const termNames = (locale: string) => {
  const messages = readCatalogue(locale, 'food-terms');
  return (term: string) => messages[`term.${term}`] ?? '';
};

test('a term is known by its English name, however it is written', () => {
  const afrikaans = termNames('af-ZA');
  for (const label of ['Gluten free', 'gluten-free', 'Gluten Free'])
    expect(termOf(label, afrikaans)).toBe('glutenFree');
  expect(termOf('Tree nuts', afrikaans)).toBe('treeNuts');
});

test('a term of a translated catalogue is known by the word of its language', () => {
  expect(termOf('Laktosefrei', termNames('de-DE'))).toBe('lactoseFree');
  expect(termOf('Crostacei e molluschi', termNames('it-IT'))).toBe('shellfish');
});

test('any other label has no term', () => {
  expect(termOf('Lupin', termNames('en-US'))).toBeUndefined();
  expect(termOf('', termNames('en-US'))).toBeUndefined();
});
