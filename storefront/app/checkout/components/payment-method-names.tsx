import { isProviderCode, payOnDelivery } from '@fynbos/core/payments/providers.ts';
import type { Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';

/** The name of a payment method, translated if the shop knows the method. */
export function paymentName(code: string, title: string, t: Text['t']): string {
  if (code === payOnDelivery) return t('checkout.payOnDelivery');
  if (code === 'free') return t('checkout.payNothing');
  return isProviderCode(code) ? t(`checkout.way.${code}`) : title;
}

export function PaymentName({ code, title }: { code: string; title: string }) {
  const { t } = useText();
  return paymentName(code, title, t);
}

/** Describes the next step. */
export function PaymentHint({ code }: { code: string }) {
  const { t } = useText();
  if (code !== payOnDelivery && !isProviderCode(code)) return null;
  const hint = t(code === payOnDelivery ? 'checkout.payOnDeliveryHint' : `checkout.hint.${code}`);
  return <span className="block text-muted text-sm">{hint}</span>;
}

/** Drawings of 32 by 20: a card, four parts, a bank, a telephone, a wallet, banknotes. Ours: no company's artwork. */
const drawings: Readonly<Record<string, string>> = {
  card: 'M3 3h26v14H3ZM3 7.5h26M7 13h6',
  instalments: 'M3 4h5v12H3ZM10 4h5v12h-5ZM17 4h5v12h-5ZM24 4h5v12h-5Z',
  'local-a': 'M6 8l10-5 10 5ZM8 8v7M13.5 8v7M18.5 8v7M24 8v7M5 17h22',
  'local-b': 'M11 2.5h10v15H11ZM14.5 15h3',
  wallet: 'M5 5.5h20v11H5ZM5 5.5 20 2.5v3M20 11h5',
  [payOnDelivery]: 'M3 4h26v12H3ZM16 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM7 10h.2M25 10h.2',
};

/** The logo of a payment method, beside its name. Decoration: the name says what it is. */
export function PaymentLogo({ code }: { code: string }) {
  const drawing = drawings[code];
  if (!drawing) return null;
  return (
    <svg aria-hidden="true" viewBox="0 0 32 20" className="icon h-6 text-accent">
      <path d={drawing} />
    </svg>
  );
}
