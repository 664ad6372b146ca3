import { describe, expect, test } from 'vitest';
import { calendarEntry } from './calendar-entry.ts';

const entry = {
  uid: '000100006@fynbos',
  title: 'Your order',
  days: { first: '2026-12-01', last: '2026-12-04' },
  orderedAt: new Date('2026-11-28T20:08:00.123Z'),
};

describe('calendarEntry (RFC 5545)', () => {
  test('has whole days, and ends on the day after the last one', () => {
    expect(calendarEntry(entry).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Fynbos//Shop//EN',
      'BEGIN:VEVENT',
      'UID:000100006@fynbos',
      'DTSTAMP:20261128T200800Z',
      'DTSTART;VALUE=DATE:20261201',
      'DTEND;VALUE=DATE:20261205',
      'SUMMARY:Your order',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  test('escapes text, which then starts no line of its own', () => {
    const text = calendarEntry({ ...entry, title: 'a, b; c\\d\r\nEND:VEVENT\u0007' });
    expect(text).toContain('\r\nSUMMARY:a\\, b\\; c\\\\d\\nEND:VEVENT \r\n');
  });

  test('folds lines of more than 75 bytes without breaking a character', () => {
    const title = 'ご注文のお届け予定'.repeat(12);
    const text = calendarEntry({ ...entry, title });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
  });
});
