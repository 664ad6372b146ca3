import type { ExpectedDelivery } from './expected-delivery.ts';
import { addDays } from './working-days.ts';

/** What a calendar shows of an expected delivery. */
export interface CalendarEntry {
  /** Identifies the entry, so that a second import replaces the first. */
  uid: string;
  title: string;
  days: ExpectedDelivery;
  orderedAt: Date;
}

/** Writes an iCalendar file (RFC 5545) with one entry of whole days that leaves its reader free. */
export function calendarEntry({ uid, title, days, orderedAt }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fynbos//Shop//EN',
    'BEGIN:VEVENT',
    `UID:${escapedText(uid)}`,
    `DTSTAMP:${basic(orderedAt.toISOString().slice(0, 19))}Z`,
    `DTSTART;VALUE=DATE:${basic(days.first)}`,
    // The first day after it.
    `DTEND;VALUE=DATE:${basic(addDays(days.last, 1))}`,
    `SUMMARY:${escapedText(title)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The basic format of a date or time, without `-` and `:`. */
const basic = (written: string): string => written.replace(/[-:]/g, '');

const escapedText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

/** A line has at most 75 bytes; its other bytes follow in lines that begin with a space. */
function folded(line: string): string {
  let [written, size] = ['', 0];
  for (const character of line) {
    const bytes = new TextEncoder().encode(character).length;
    const isFull = size + bytes > 75;
    written += isFull ? `\r\n ${character}` : character;
    size = isFull ? 1 + bytes : size + bytes;
  }
  return written;
}
