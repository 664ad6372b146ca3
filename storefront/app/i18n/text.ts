import { formatPrice } from '@fynbos/core/pricing/format.ts';
import { type Locale, shop } from '@fynbos/core/shop.ts';
import { type Messages, setupI18n } from '@lingui/core';
import type english from './locales/en-US.json';

/** Every text of the shop by its id; the compiler refuses an id that no catalogue has. */
export type MessageId = keyof typeof english;
export type MessageValues = Record<string, string | number>;

/** How the shop speaks in one language. */
export interface Text {
  locale: Locale;
  /** The message with its values filled in: `t('listing.count', { count: 12 })`. */
  t(id: MessageId, values?: MessageValues): string;
  /** A plain number as this language writes it. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A day (and hour) in the shop's own time zone, whatever the machine's. */
  date(value: Date | string | number, options?: Intl.DateTimeFormatOptions): string;
  /** An amount as the store view writes money, the same in every language (SHOP-1). */
  price(amount: number): string;
}

const writtenDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

/** Binds one locale's compiled messages to its ways of writing numbers and days. */
export function makeText(locale: Locale, messages: Messages): Text {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return {
    locale,
    t: (id, values) => i18n._(id, values),
    number: (value, options) => new Intl.NumberFormat(locale, options).format(value),
    date: (value, options = writtenDay) =>
      new Intl.DateTimeFormat(locale, { timeZone: shop.timeZone, ...options }).format(new Date(value)),
    price: (amount) => String(formatPrice(amount)),
  };
}
