import type { CatalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { translateLabel } from '@fynbos/core/catalogue/translate-label.ts';
import { type CalendarNames, makeDateFormat, makeNumberFormat } from '@fynbos/core/language-format.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { defaultStoreView, type Locale, type StoreView, shop } from '@fynbos/core/shop.ts';
import type account from './locales/account/en-US.json';
import type cart from './locales/cart/en-US.json';
import type checkout from './locales/checkout/en-US.json';
import type consent from './locales/consent/en-US.json';
import type content from './locales/content/en-US.json';
import type delivery from './locales/delivery/en-US.json';
import type food from './locales/food/en-US.json';
import type foodTerms from './locales/food-terms/en-US.json';
import type home from './locales/home/en-US.json';
import type lists from './locales/lists/en-US.json';
import type menu from './locales/menu/en-US.json';
import type network from './locales/network/en-US.json';
import type newsletter from './locales/newsletter/en-US.json';
import type offline from './locales/offline/en-US.json';
import type options from './locales/options/en-US.json';
import type orders from './locales/orders/en-US.json';
import type payments from './locales/payments/en-US.json';
import type place from './locales/place/en-US.json';
import type problem from './locales/problem/en-US.json';
import type profile from './locales/profile/en-US.json';
import type push from './locales/push/en-US.json';
import type reviews from './locales/reviews/en-US.json';
import type search from './locales/search/en-US.json';
import type shop_ from './locales/shop/en-US.json';
import type stores from './locales/stores/en-US.json';

import type waiting from './locales/waiting/en-US.json';
import { formatMessage, type Messages, type MessageValues } from './message-format.ts';

/** Every message id; the compiler rejects an id that is not in a catalogue. */
export type MessageId =
  | keyof typeof shop_
  | keyof typeof problem
  | keyof typeof home
  | keyof typeof search
  | keyof typeof lists
  | keyof typeof delivery
  | keyof typeof place
  | keyof typeof menu
  | keyof typeof network
  | keyof typeof reviews
  | keyof typeof options
  | keyof typeof food
  | keyof typeof foodTerms
  | keyof typeof account
  | keyof typeof stores
  | keyof typeof profile
  | keyof typeof newsletter
  | keyof typeof consent
  | keyof typeof cart
  | keyof typeof checkout
  | keyof typeof orders
  | keyof typeof payments
  | keyof typeof content
  | keyof typeof waiting
  | keyof typeof push
  | keyof typeof offline;

/** Messages and formats of one language. */
export interface Text {
  locale: Locale;
  /**
   * The message with its values: `t('listing.count', { count: 12 })`. `otherwise` is the fallback when the
   * message's part is not loaded.
   */
  t(id: MessageId, values?: MessageValues, otherwise?: string): string;
  /** Translates a name of the catalogue, or a description of a category; returns it where there is no translation (spec D68). */
  label(name: string): string;
  /** Formats a plain number in this language. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** Formats a date (and time) in the shop's own time zone, independent of the computer's. */
  date(value: Date | string | number, options?: Intl.DateTimeFormatOptions): string;
  /** Formats an amount as money of the store view, with the separators of this language (SHOP-1, SHOP-2). `short` omits the cents of a round amount. */
  price(amount: number, options?: { short?: boolean }): string;
}

const writtenDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

/** The text of a page with the translations of its catalogue. */
export const withLabels = (text: Text, labels: CatalogueLabels): Text => ({
  ...text,
  label: (name) => translateLabel(labels, name),
});

/** Combines the compiled messages of a locale with its number and date formats. */
export function makeText(locale: Locale, messages: Messages, view: StoreView = defaultStoreView): Text {
  const money = formatFor(view, locale);
  const plurals = new Intl.PluralRules(locale);
  const numbers = memoizeFormatter((options?: Intl.NumberFormatOptions) =>
    makeNumberFormat(locale, options, formatFor(defaultStoreView, locale).group),
  );
  const calendar = readCalendar(messages);
  const days = memoizeFormatter((options: Intl.DateTimeFormatOptions = {}) =>
    makeDateFormat(locale, options, calendar),
  );
  // A list formats hundreds of small counts, and all our languages format numbers below a thousand alike.
  const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;
  const written = (value: number) => (isPlain(value) ? String(value) : numbers().format(value));
  const rules = {
    written,
    plural: (value: number) => plurals.select(value),
  };
  return {
    locale,
    t: (id, values = {}, otherwise = id) => formatMessage(messages[id] ?? otherwise, values, rules),
    label: (name) => name,
    number: (value, options) => (options ? numbers(options).format(value) : written(value)),
    date: (value, options = writtenDay) =>
      days({ timeZone: shop.timeZone, ...options }).format(new Date(value)),
    price: (amount, { short = false } = {}) =>
      String(
        formatPrice(amount, short && Number.isInteger(amount) ? { ...money, fractionDigits: 0 } : money),
      ),
  };
}

/** The id under which the messages of a language have the names that some browsers lack. */
export const calendarId = 'calendar.names';

function readCalendar({ [calendarId]: names }: Messages): CalendarNames | undefined {
  // `messages-plugin.ts` writes it.
  return typeof names === 'string' ? (JSON.parse(names) as CalendarNames) : undefined;
}

/** Caches formatters by their options: creating one costs more than a hundred uses. */
function memoizeFormatter<Options, Formatter>(make: (options?: Options) => Formatter) {
  const cache = new Map<string, Formatter>();
  return (options?: Options): Formatter => {
    const key = options === undefined ? '' : JSON.stringify(options);
    const formatter = cache.get(key) ?? make(options);
    cache.set(key, formatter);
    return formatter;
  };
}
