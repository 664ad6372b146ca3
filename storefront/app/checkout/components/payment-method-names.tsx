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
