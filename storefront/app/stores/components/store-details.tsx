import { provinces } from '@fynbos/core/accounts/address.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { readHours } from '@fynbos/core/stores/opening-hours.ts';
import { openingHoursText } from '@fynbos/core/stores/opening-hours-text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/stores-messages.ts';
import { Icon } from '../../ui/icons.tsx';
import { OpeningStatus } from './opening-hours.tsx';

/** The address, services, opening hours and telephone number of a store. */
export function StoreFacts({ store }: { store: Store }) {
  const { label } = useText();
  const province = provinces.find(({ code }) => code === store.region_code)?.name ?? store.region_code;
  const lines = [
    ...store.street,
    [store.suburb, store.city].filter((part, index, all) => part && all.indexOf(part) === index).join(', '),
    `${label(province)}, ${store.postcode}`,
  ];
  return (
    <div className="grid gap-2">
      <address className="not-italic">
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <Services store={store} />
      <OpeningStatus store={store} />
      <Hours hours={store.hours} />
      {store.telephone && (
        <a
          href={`tel:${store.telephone}`}
          className="tabular-nums inline-flex min-h-11 items-center justify-self-start font-semibold text-accent underline-offset-4 hover:underline"
        >
          {store.telephone.replace(/^\+27(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3')}
        </a>
      )}
    </div>
  );
}

function Services({ store }: { store: Store }) {
  const { t } = useText();
  if (store.services.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {store.services.map((service) => (
        <li key={service} className="flex items-center gap-1.5">
          <Icon name="check" className="size-4 text-accent" />
          {t(`store.${service}`)}
        </li>
      ))}
    </ul>
  );
}

function Hours({ hours }: { hours: string }) {
  const { t, date } = useText();
  const week = hours ? readHours(hours) : undefined;
  if (!week) return null;
  return (
    <details className="group/hours">
      <summary className="inline-flex min-h-11 list-none items-center gap-1 font-semibold">
        {t('store.hours')}
        <Icon name="down" className="size-4 group-open/hours:rotate-180" />
      </summary>
      <dl className="tabular-nums grid max-w-xs grid-cols-[auto_1fr] gap-x-6 gap-y-1 pb-2">
        {openingHoursText(week, date).map(({ days, times }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd>{times.join(', ') || t('store.closed')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
