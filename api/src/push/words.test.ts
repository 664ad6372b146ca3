import { locales } from '@fynbos/core/shop.ts';
import { expect, test } from 'vitest';
import { pushWords, readPushWords } from './words.ts';

const english = readPushWords('en-US');
const ids = Object.keys(english) as (keyof typeof english)[];

test('en-ZA adds nothing to en-US (accounts 1), and a language the shop does not speak is English', () => {
  expect(readPushWords('en-ZA')).toEqual({});
  expect(pushWords('tlh', 'shipped', '000000042')).toEqual(pushWords('en-ZA', 'shipped', '000000042'));
});

test.each(locales.filter((locale) => !locale.startsWith('en')))(
  '%s says everything in its own words, short enough for a lock screen, with the number where it belongs',
  (locale) => {
    const words = readPushWords(locale);
    expect(Object.keys(words)).toEqual(ids);
    for (const id of ids) {
      expect([id, words[id] === english[id], words[id]!.includes('{number}')]).toEqual([
        id,
        false,
        id.endsWith('.title'),
      ]);
      expect([id, words[id]!.length <= (id.endsWith('.title') ? 50 : 110)]).toEqual([id, true]);
    }
  },
);
