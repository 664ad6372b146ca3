import { translateShippingTitle } from '@fynbos/core/delivery/shipping-title.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import type { Change } from '../state/order-changes.ts';

const names = {
  discount: 'cart.discount',
  shipping: 'cart.delivery',
  total: 'cart.total',
  way: 'checkout.shipping',
  code: 'cart.code',
} as const;

type Texts = Extract<Change, { kind: 'way' | 'code' }>;

function TextChange({ change: { kind, before, now } }: { change: Texts }) {
  const { t, label } = useText();
  if (now === undefined) return t('checkout.codeGone', { code: before });
  const text = (value: string) => (kind === 'way' ? translateShippingTitle(value, label) : value);
  return t('checkout.changedFrom', { name: t(names[kind]), before: text(before), now: text(now) });
}

/** One difference from the order as shown: old value and new value. */
export function ChangeLine({ change }: { change: Change }) {
  const { t, price, number } = useText();
  if (change.kind === 'way' || change.kind === 'code') return <TextChange change={change} />;
  const name = 'name' in change ? change.name : t(names[change.kind]);
  const written = (value: number | undefined) =>
    value === undefined
      ? '–'
      : change.kind === 'quantity'
        ? `${number(value)} ×`
        : price(centsToDecimal(value));
  if (change.now === undefined) return t('checkout.gone', { name });
  if (change.before === undefined) return t('checkout.came', { name, now: written(change.now) });
  return t('checkout.changedFrom', { name, before: written(change.before), now: written(change.now) });
}
