import { shop } from '@fynbos/core/shop.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { openingAt, readHours, type WallTime, wallTime } from '@fynbos/core/stores/opening-hours.ts';
import { dayName, timeOfDay } from '@fynbos/core/stores/opening-hours-text.ts';
import { useSyncExternalStore } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/stores-messages.ts';

const minute = 60_000;

/** The current minute, live; undefined on the server, whose pages are cached for longer than a minute. */
function useMinute(): number | undefined {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, minute / 4);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / minute),
    () => undefined,
  );
}

/** Whether a store is open now, in the shop's time zone. Its space is reserved until that is known. */
export function OpeningStatus({ store }: { store: Pick<Store, 'hours'> }) {
  const { t, date } = useText();
  const now = useMinute();
  const week = readHours(store.hours);
  if (!store.hours || !week) return null;
  if (now === undefined) return <p className="min-h-6" />;
  const wall = wallTime(new Date(now * minute), shop.timeZone);
  const opening = openingAt(week, wall);
  return (
    <p className={`min-h-6 font-semibold ${opening.open ? 'text-accent' : 'text-danger'}`}>
      {opening.open
        ? t('store.openUntil', { time: timeOfDay(opening.closesAt, date) })
        : closed(opening.next)}
    </p>
  );

  function closed(next: WallTime | undefined): string {
    if (!next) return t('store.closed');
    const time = timeOfDay(next.minute, date);
    const today = next.day === wall.day && next.minute > wall.minute;
    return today
      ? t('store.opensAt', { time })
      : t('store.opensOn', { time, day: dayName(next.day, date, 'long') });
  }
}
