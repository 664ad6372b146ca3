import { locales } from '@fynbos/core/shop.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { compileCatalogue } from '../../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { makeText } from '../../platform/i18n/text.ts';
import { TextProvider } from '../../platform/i18n/text-context.tsx';
import { ExpectedDaysView } from './expected-days.lazy.tsx';

// The build provides the messages; this test reads the catalogues.
vi.mock('../../platform/i18n/parts/cart-messages.ts', () => ({}));

const shown = (title: string, locale: (typeof locales)[number] = 'en-US') =>
  renderToStaticMarkup(
    <TextProvider text={makeText(locale, compileCatalogue(readCatalogue(locale)))}>
      <ExpectedDaysView title={title} number="000100006" orderedAt={new Date('2026-11-28T20:08:00Z')} />
    </TextProvider>,
  );

// `en-ZA` has the texts of `en-US`.
test.each(locales.filter((locale) => locale !== 'en-ZA'))(
  'ExpectedDaysView shows the days and a calendar entry in %s',
  (locale) => {
    const html = shown('Door courier – 2 to 5 working days', locale);
    const entry = decodeURIComponent(
      /href="data:text\/calendar;charset=utf-8,([^"]*)"/.exec(html)?.[1] ?? '',
    );
    expect(entry).toContain('\r\nDTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261205\r\n');
    expect(entry).toMatch(/SUMMARY:Fynbos.*000100006\r\n/);
    expect(html).toContain('download="fynbos-000100006.ics"');
    expect(html).not.toMatch(/cart\.|[{}]/);
    if (locale === 'en-US')
      expect(html.replaceAll('\u2009', ' ')).toContain('Expected Tuesday, December 1 – Friday, December 4');
  },
);

test('ExpectedDaysView shows nothing for a method that promises no time', () => {
  expect(shown('Van – By hand')).toBe('');
});
