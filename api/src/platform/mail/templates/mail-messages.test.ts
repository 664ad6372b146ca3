import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { type MailTexts, readMailTexts } from './mail-messages.ts';
import { mailTemplates, shapeOf, type Template } from './mail-templates.ts';

const english = readMailTexts('en-US');
const templates = Object.keys(mailTemplates) as Template[];

describe('mail texts', () => {
  test('of en-ZA add nothing to en-US (spec accounts 1)', () => {
    expect(readMailTexts('en-ZA')).toEqual({});
  });

  test.each(locales.filter((locale) => locale !== 'en-ZA'))(
    'of %s are complete, with the same placeholders',
    (locale) => {
      const texts = readMailTexts(locale);
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
      for (const [id, text] of Object.entries(texts)) {
        expect([id, text.trim() !== '', valuesIn(text)]).toEqual([id, true, valuesIn(english[id]!)]);
      }
    },
  );

  test.each(locales.filter((locale) => !locale.startsWith('en')))('of %s are translated', (locale) => {
    const texts = readMailTexts(locale);
    expect(Object.keys(texts).filter((id) => texts[id] === english[id])).toEqual([]);
  });

  test.each(templates)('of %s exist for each part and use exactly its values', (template) => {
    const { values, button, code, end, facts = [] } = shapeOf(template);
    const ids = Object.keys(english).filter((id) => id.startsWith(`${template}.`));
    expect(ids).toEqual(expect.arrayContaining([`${template}.subject`, `${template}.body`]));
    expect(ids).toEqual(expect.arrayContaining(facts.map((fact) => `${template}.${fact}`)));
    expect([ids.includes(`${template}.button`), ids.includes(`${template}.end`)]).toEqual([
      button !== undefined,
      end !== undefined,
    ]);
    const used = ids.flatMap((id) => valuesIn(english[id]!)).filter((name) => name !== 'shop');
    const shown = [button, code, end, ...facts].filter((name) => name !== undefined);
    expect([...new Set([...used, ...shown])].sort()).toEqual([...values].sort());
  });

  test('all belong to a template', () => {
    const known = [...templates, 'layout', 'order'] as string[];
    expect(Object.keys(english).filter((id) => !known.includes(id.split('.')[0]!))).toEqual([]);
  });
});

const valuesIn = (text: MailTexts[string]) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
