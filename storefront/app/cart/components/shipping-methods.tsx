import { centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { Link } from 'react-router';
import { formatDays } from '../../delivery/state/format-days.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import { storeLocatorPath, withQuery } from '../../paths.ts';
import { chosenStoreName } from '../../platform/storage/chosen-store.ts';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { type ShippingMethod, shippingMethodCode } from '../sync/cart-methods.ts';

/** The shipping methods with their prices, as radio buttons. */
export function ShippingMethodList({
  methods,
  name,
  chosen,
  onChoose,
  refused,
  near = '',
}: {
  methods: readonly ShippingMethod[];
  /** The name of the radio group. */
  name: string;
  chosen: string | undefined;
  onChoose: (method: ShippingMethod) => void;
  /** The code of the problem with the last choice. */
  refused: string | undefined;
  /** The postal code, to which the stores are sorted. */
  near?: string;
}) {
  const { t } = useText();
  const availableMethods = methods.filter(({ available }) => available);
  const notForCold = methods.filter((method) => method.unavailable_reason === 'cold_goods');
  if (availableMethods.length + notForCold.length === 0) return <p>{t('cart.noDelivery')}</p>;
  return (
    <fieldset className="grid max-w-xl gap-2">
      <legend className="mb-2 font-semibold">{t('cart.ways')}</legend>
      {availableMethods.length === 0 && <p role="alert">{t('cart.coldNowhere')}</p>}
      {availableMethods.map((method) => (
        <MethodCard
          key={shippingMethodCode(method)}
          method={method}
          name={name}
          chosen={chosen === shippingMethodCode(method)}
          onChoose={() => onChoose(method)}
        />
      ))}
      {notForCold.map((method) => (
        <MethodCard key={shippingMethodCode(method)} method={method} name={name} chosen={false} />
      ))}
      {refused && (
        <p role="alert" className="font-semibold text-danger text-sm">
          {problemMessage({ code: refused, sentence: t('problem.internal') }, t)}
        </p>
      )}
      {!availableMethods.some(({ needs }) => needs === 'store') && (
        <p className="mt-1 text-sm">
          <Link
            to={near ? withQuery(storeLocatorPath, new URLSearchParams({ near })) : storeLocatorPath}
            state={{ returnsAfterChoice: true }}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {t('cart.chooseStore')}
          </Link>
        </p>
      )}
    </fieldset>
  );
}

/** A shipping method with its price and its expected days, or why it cannot be chosen. */
function MethodCard({
  method,
  name,
  chosen,
  onChoose,
}: {
  method: ShippingMethod;
  name: string;
  chosen: boolean;
  /** Undefined when it cannot be chosen. */
  onChoose?: () => void;
}) {
  const { t, price, label } = useText();
  const cost = decimalToCents(method.price_incl_tax) ?? 0;
  const collection = useCollectionText()(method);
  return (
    <label
      className={`flex min-h-14 items-start gap-3 rounded-petal border bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-subtle ${onChoose ? 'border-control' : 'border-divider border-dashed text-muted'}`}
    >
      <input
        type="radio"
        name={name}
        value={shippingMethodCode(method)}
        checked={chosen}
        disabled={!onChoose}
        onChange={() => onChoose?.()}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{collection ?? label(method.carrier_title)}</span>
        <span className="block text-muted text-sm">{label(method.method_title)}</span>
        {onChoose ? (
          <MethodDays method={method} />
        ) : (
          <span className="block text-sm">{t('cart.coldGoods')}</span>
        )}
      </span>
      {onChoose && (
        <span className="tabular-nums font-semibold">
          {cost === 0 ? t('cart.free') : price(centsToDecimal(cost))}
        </span>
      )}
    </label>
  );
}

/** Returns a function that names the store at which goods are collected; undefined for a method without a known store. */
export function useCollectionText() {
  const { t } = useText();
  return ({ needs, store }: ShippingMethod): string | undefined => {
    const name = needs === 'store' ? (store?.name ?? chosenStoreName()) : undefined;
    return name && t('delivery.collect', { store: name });
  };
}

/** The expected days; nothing where the method promises no time. */
export function MethodDays({ method: { expected_first, expected_last } }: { method: ShippingMethod }) {
  const { t, date } = useText();
  // Stored methods may be days old.
  if (!expected_first || !expected_last || expected_first < new Date().toISOString().slice(0, 10))
    return null;
  const days = formatDays(expected_first, expected_last, date);
  return <span className="block font-semibold text-accent text-sm">{t('cart.expectedDays', { days })}</span>;
}
