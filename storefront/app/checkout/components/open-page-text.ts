import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/payments-messages.ts';
import { paymentName } from './payment-method-names.tsx';

/** Says at which provider a payment can be continued, and until when; undefined if it cannot. */
export function useOpenPageText(awaited: ResultOf<typeof paymentStatus>['awaited']): string | undefined {
  const { t, date } = useText();
  if (!awaited?.openUntil) return undefined;
  const method = paymentName(awaited.paymentCode, awaited.paymentCode, t);
  return t('payments.openText', { method, time: date(awaited.openUntil, { timeStyle: 'short' }) });
}
