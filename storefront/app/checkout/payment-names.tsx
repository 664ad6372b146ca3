import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';

/** Ways to pay that the shop has words of its own for, in every language. */
const names: Record<string, MessageId> = {
  cashondelivery: 'checkout.payOnDelivery',
  free: 'checkout.payNothing',
  card: 'checkout.way.card',
  instalments: 'checkout.way.instalments',
  'local-a': 'checkout.way.local-a',
  'local-b': 'checkout.way.local-b',
  wallet: 'checkout.way.wallet',
};

/** What happens next, in a sentence. */
const hints: Record<string, MessageId> = {
  cashondelivery: 'checkout.payOnDeliveryHint',
  card: 'checkout.hint.card',
  instalments: 'checkout.hint.instalments',
  'local-a': 'checkout.hint.local-a',
  'local-b': 'checkout.hint.local-b',
  wallet: 'checkout.hint.wallet',
};

/** What providers call themselves, everywhere. */
export const providerNames: Record<Exclude<ProviderCode, 'card'>, string> = {
  instalments: 'Payflex',
  'local-a': 'Ozow',
  'local-b': 'iKhokha',
  wallet: 'PayPal',
};

export function PaymentName({ code, title }: { code: string; title: string }) {
  const { t } = useText();
  const message = names[code];
  return message ? t(message) : title;
}

export function PaymentHint({ code }: { code: string }) {
  const { t } = useText();
  const message = hints[code];
  return message && <span className="block text-soft text-sm">{t(message)}</span>;
}
