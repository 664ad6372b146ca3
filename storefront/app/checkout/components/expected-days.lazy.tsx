import { calendarEntry } from '@fynbos/core/delivery/calendar-entry.ts';
import { expectedDay, formatExpectedDays } from '@fynbos/core/delivery/expected-days-format.ts';
import { expectedDelivery } from '@fynbos/core/delivery/expected-delivery.ts';
import { shop } from '@fynbos/core/shop.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

/**
 * The days on which an order is expected, with an entry for the calendar. Nothing for an order whose delivery method
 * promises no time. The file is part of the page, so it works offline and without scripts.
 * @param title the method's title, or the shipping description of the order
 * @param store where it is collected, on a day on which the store is open
 */
export function ExpectedDaysView({
  title,
  number,
  orderedAt,
  store,
}: {
  title: string;
  number: string;
  orderedAt: Date;
  store?: { hours: string } | undefined;
}) {
  const { t, date } = useText();
  const days = expectedDelivery(title, orderedAt, shop.timeZone, store?.hours);
  if (!days) return null;
  const entry = calendarEntry({
    ...{ days, orderedAt, uid: `order-${number}@${shop.name.toLowerCase()}` },
    title: t('cart.calendarTitle', { shop: shop.name, number }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="font-semibold" suppressHydrationWarning>
        {t('cart.expectedDays', { days: formatExpectedDays(days, (day) => date(day, expectedDay)) })}
      </p>
      <a
        href={`data:text/calendar;charset=utf-8,${encodeURIComponent(entry)}`}
        download={`${shop.name.toLowerCase()}-${number}.ics`}
        className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
      >
        {t('cart.addToCalendar')}
      </a>
    </div>
  );
}
