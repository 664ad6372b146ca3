import { centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
import { storeLocatorPath } from '../paths.ts';
import { problemWords } from '../refusal-notice.ts';
import { chosenStoreName } from '../stores/chosen-store.ts';
import { codeOfWay, type DeliveryWay } from './cart-doing.ts';

/** The ways there are, each with what it costs; one is chosen. */
export function DeliveryWays({
  ways,
  name,
  chosen,
  onChoose,
  refused,
}: {
  ways: readonly DeliveryWay[];
  /** Of the choice in its form. */
  name: string;
  chosen: string | undefined;
  onChoose: (way: DeliveryWay) => void;
  /** The code of why the last choice was not taken. */
  refused: string | undefined;
}) {
  const { t, price } = useText();
  const there = ways.filter(({ available }) => available);
  if (there.length === 0) return <p>{t('cart.noDelivery')}</p>;
  return (
    <fieldset className="grid">
      <legend className="font-semibold">{t('cart.ways')}</legend>
      {there.map((way) => (
        <label key={codeOfWay(way)} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={codeOfWay(way)}
            checked={chosen === codeOfWay(way)}
            onChange={() => onChoose(way)}
            className="size-5 shrink-0 accent-leaf"
          />
          <span className="min-w-0 flex-1">
            {way.carrier_title}
            <span className="block text-soft text-sm">{way.method_title}</span>
            {way.needs === 'store' && <span className="block text-soft text-sm">{chosenStoreName()}</span>}
          </span>
          <span className="figures">
            {decimalToCents(way.price_incl_tax) === 0
              ? t('cart.free')
              : price(centsToDecimal(decimalToCents(way.price_incl_tax) ?? 0))}
          </span>
        </label>
      ))}
      {refused && (
        <p role="alert" className="font-semibold text-protea text-sm">
          {problemWords({ code: refused, sentence: t('problem.internal') }, t)}
        </p>
      )}
      {!there.some(({ needs }) => needs === 'store') && (
        <p className="mt-1 text-sm">
          <Link
            to={storeLocatorPath}
            className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
          >
            {t('cart.chooseStore')}
          </Link>
        </p>
      )}
    </fieldset>
  );
}
