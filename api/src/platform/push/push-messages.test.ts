import { locales } from '@fynbos/core/shop.ts';
import { expect, test } from 'vitest';
import { pushMessageText, readPushMessages } from './push-messages.ts';

const english = readPushMessages('en-US');
const ids = Object.keys(english) as (keyof typeof english)[];

test('pushMessageText: en-ZA adds nothing to en-US (spec accounts 1), and an unknown language falls back to English', () => {
  expect(readPushMessages('en-ZA')).toEqual({});
  expect(pushMessageText('tlh', 'shipped', { number: '000000042' })).toEqual(
    pushMessageText('en-ZA', 'shipped', { number: '000000042' }),
  );
});

test.each(locales.filter((locale) => !locale.startsWith('en')))(
  'the push messages of %s are translated, short enough for a lock screen, and have the number in the title',
  (locale) => {
    const messages = readPushMessages(locale);
    expect(Object.keys(messages)).toEqual(ids);
    for (const id of ids) {
      expect([id, messages[id] === english[id], messages[id]!.includes('{number}')]).toEqual([
        id,
        false,
        id.endsWith('.title'),
      ]);
      expect([id, messages[id]!.includes('{store}')]).toEqual([id, id === 'ready.text']);
      expect([id, messages[id]!.length <= (id.endsWith('.title') ? 50 : 110)]).toEqual([id, true]);
    }
  },
);
