import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { MessageId, Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';

/** Payment methods that have translated names in the shop. */
const names: Record<string, MessageId> = {
  cashondelivery: 'checkout.payOnDelivery',
  free: 'checkout.payNothing',
  card: 'checkout.way.card',
  instalments: 'checkout.way.instalments',
  'local-a': 'checkout.way.local-a',
  'local-b': 'checkout.way.local-b',
  wallet: 'checkout.way.wallet',
} satisfies Record<ProviderCode | 'cashondelivery' | 'free', MessageId>;

/** Describes the next step. */
const hints: Record<string, MessageId> = {
  cashondelivery: 'checkout.payOnDeliveryHint',
  card: 'checkout.hint.card',
  instalments: 'checkout.hint.instalments',
  'local-a': 'checkout.hint.local-a',
  'local-b': 'checkout.hint.local-b',
  wallet: 'checkout.hint.wallet',
} satisfies Record<ProviderCode | 'cashondelivery', MessageId>;

/** Provider names, the same in every language. */
export const providerNames: Record<Exclude<ProviderCode, 'card'>, string> = {
  instalments: 'Payflex',
  'local-a': 'Ozow',
  'local-b': 'iKhokha',
  wallet: 'PayPal',
};

export function paymentName(code: string, title: string, t: Text['t']): string {
  const message = names[code];
  return message ? t(message) : title;
}

export function PaymentName({ code, title }: { code: string; title: string }) {
  const { t } = useText();
  return paymentName(code, title, t);
}

export function PaymentHint({ code }: { code: string }) {
  const { t } = useText();
  const message = hints[code];
  return message && <span className="block text-muted text-sm">{t(message)}</span>;
}
