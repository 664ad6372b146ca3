import { describe, expect, test } from 'vitest';
import { cleanCode, cleanLine, cleanNumber, cleanText } from './clean-text.ts';

describe('cleaning of typed and pasted text (spec D34)', () => {
  test.each([
    ['Cafe\u0301', 'Café'],
    ['Caf\u00e9\u200b', 'Café'],
    ['\ufeffRooi\u00adbos', 'Rooibos'],
    ['\u202aThandi\u202c', 'Thandi'],
    ['\u2066Sipho\u2069', 'Sipho'],
    ['Rolled\u00a0\u202foats', 'Rolled oats'],
    ['a\u3000b\u2003c\td', 'a b c d'],
    ['\u3164Nomsa\u2060', 'Nomsa'],
    ['Tea\ufe0f', 'Tea'],
    ['two\r\nlines\u2028more', 'two\nlines\nmore'],
    ['a\u200db', 'ab'],
  ])('cleanText: %j is %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  test.each([
    '👩🏽‍🍳',
    '🏳️‍🌈',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '❤️‍🔥',
    '1️⃣',
    'می‌خواهم',
    'ශ්‍රී',
    'क्‍ष',
    '\u0601',
    'O’Brien — “jam”',
  ])('cleanText keeps %j', (text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  test('cleanLine makes one line of a text', () => {
    expect(cleanLine(' Main\r\nRoad\u0007 5\u2029')).toBe('Main Road 5');
  });

  test.each([
    ['OAT\u20111KG', 'OAT-1KG'],
    ['OAT\u22121KG', 'OAT-1KG'],
    ['d\u2019oro\u2014\u201c5\u201d', 'd\'oro-"5"'],
    ['٣', '٣'],
  ])('cleanCode: %j is %j', (text, cleaned) => {
    expect(cleanCode(text)).toBe(cleaned);
  });

  test('cleanNumber reads the digits of every script that Intl knows', () => {
    const written = Intl.supportedValuesOf('numberingSystem')
      .map((system) =>
        new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890),
      )
      .filter((text) => /^\p{Nd}{10}$/u.test(text));
    expect(written.length).toBeGreaterThan(40);
    expect([...new Set(written.map(cleanNumber))]).toEqual(['1234567890']);
    expect(cleanNumber('٣٩٫٩٩')).toBe('39.99');
    expect(cleanNumber('＋２７')).toBe('+27');
  });

  test('a cleaned text does not change when it is cleaned again', () => {
    for (const text of [
      'a\u200d\u200d👩',
      'e\u200b\u0301',
      '1\ufe0f\u200b\u20e3',
      '👩\u200d\u200d🍳',
      ' \u200b ',
    ])
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
  });
});
