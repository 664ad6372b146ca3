import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { letters, shapeOf, type Template } from './letter.ts';
import { readWords, type Words } from './words.ts';

const english = readWords('en-US');
const templates = Object.keys(letters) as Template[];

describe('the words of mails', () => {
  test('en-ZA adds nothing to en-US (accounts 1)', () => {
    expect(readWords('en-ZA')).toEqual({});
  });

  test.each(locales.filter((locale) => locale !== 'en-ZA'))(
    '%s says everything, with the same values',
    (locale) => {
      const words = readWords(locale);
      expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
      for (const [id, text] of Object.entries(words)) {
        expect([id, text.trim() !== '', valuesIn(text)]).toEqual([id, true, valuesIn(english[id]!)]);
      }
    },
  );

  test.each(locales.filter((locale) => !locale.startsWith('en')))('%s is translated', (locale) => {
    const words = readWords(locale);
    expect(Object.keys(words).filter((id) => words[id] === english[id])).toEqual([]);
  });

  test.each(templates)(
    '%s has what it is made of, fills in what it is given, and nothing else',
    (template) => {
      const { values, button, code, end, facts = [] } = shapeOf(template);
      const ids = Object.keys(english).filter((id) => id.startsWith(`${template}.`));
      expect(ids).toEqual(expect.arrayContaining([`${template}.subject`, `${template}.body`]));
      expect(ids).toEqual(expect.arrayContaining(facts.map((fact) => `${template}.${fact}`)));
      expect([ids.includes(`${template}.button`), ids.includes(`${template}.end`)]).toEqual([
        button !== undefined,
        end !== undefined,
      ]);
      const said = ids.flatMap((id) => valuesIn(english[id]!)).filter((name) => name !== 'shop');
      const shown = [button, code, end, ...facts].filter((name) => name !== undefined);
      expect([...new Set([...said, ...shown])].sort()).toEqual([...values].sort());
    },
  );

  test('belong to a letter, each of them', () => {
    const known = [...templates, 'layout', 'order'] as string[];
    expect(Object.keys(english).filter((id) => !known.includes(id.split('.')[0]!))).toEqual([]);
  });
});

const valuesIn = (text: Words[string]) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
