import { describe, expect, test } from 'vitest';
import { code128 } from './code128.ts';

const widths = (text: string) => code128(text)?.join('');

describe('code128, the barcode of a loyalty card', () => {
  test('code128 encodes two digits per symbol: start C, 12, 34, check, stop', () => {
    // (105 + 12·1 + 34·2) mod 103 = 82
    expect(widths('1234')).toBe(['211232', '112232', '131123', '121241', '2331112'].join(''));
  });

  test('code128 encodes other texts with one symbol per character: start B, A, b, check, stop', () => {
    // (104 + 33·1 + 66·2) mod 103 = 63
    expect(widths('Ab')).toBe(['211214', '111323', '121421', '111224', '2331112'].join(''));
  });

  test('code128 symbols are eleven modules wide, and the stop symbol is thirteen', () => {
    for (const text of ['6001234567890', '0123456789', 'FYN-2026 x~']) {
      const modules = code128(text)!.reduce((sum, width) => sum + width, 0);
      const symbols = /^(?:\d\d)+$/.test(text) ? text.length / 2 : text.length;
      expect(modules).toBe((symbols + 2) * 11 + 13);
    }
  });

  test('code128 returns undefined for a text it cannot encode', () => {
    expect([code128(''), code128('Zoë')]).toEqual([undefined, undefined]);
  });
});
