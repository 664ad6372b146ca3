import { centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { storeLocatorPath } from '../../paths.ts';
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
}: {
  methods: readonly ShippingMethod[];
  /** The name of the radio group. */
  name: string;
  chosen: string | undefined;
  onChoose: (method: ShippingMethod) => void;
  /** The code of the problem with the last choice. */
  refused: string | undefined;
}) {
  const { t, price } = useText();
  const availableMethods = methods.filter(({ available }) => available);
  if (availableMethods.length === 0) return <p>{t('cart.noDelivery')}</p>;
  return (
    <fieldset className="grid max-w-xl gap-2">
      <legend className="mb-2 font-semibold">{t('cart.ways')}</legend>
      {availableMethods.map((method) => (
        <label
          key={shippingMethodCode(method)}
          className="flex min-h-11 items-center gap-3 rounded-petal-small border border-control bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-subtle"
        >
          <input
            type="radio"
            name={name}
            value={shippingMethodCode(method)}
            checked={chosen === shippingMethodCode(method)}
            onChange={() => onChoose(method)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1">
            {method.carrier_title}
            <span className="block text-muted text-sm">{method.method_title}</span>
            {method.needs === 'store' && (
              <span className="block text-muted text-sm">{chosenStoreName()}</span>
            )}
          </span>
          <span className="tabular-nums">
            {decimalToCents(method.price_incl_tax) === 0
              ? t('cart.free')
              : price(centsToDecimal(decimalToCents(method.price_incl_tax) ?? 0))}
          </span>
        </label>
      ))}
      {refused && (
        <p role="alert" className="font-semibold text-danger text-sm">
          {problemMessage({ code: refused, sentence: t('problem.internal') }, t)}
        </p>
      )}
      {!availableMethods.some(({ needs }) => needs === 'store') && (
        <p className="mt-1 text-sm">
          <Link
            to={storeLocatorPath}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {t('cart.chooseStore')}
          </Link>
        </p>
      )}
    </fieldset>
  );
}
