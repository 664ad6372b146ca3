import { useState } from 'react';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button } from '../../ui/button.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { cancelUnpaid } from '../state/cancel-unpaid.ts';

/**
 * Cancels an unpaid order of the customer.
 * @param order its id
 */
export function CancelOrder({ order, onDone }: { order: string; onDone: () => void }) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemView>();
  async function cancel(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await cancelUnpaid(order);
      onDone();
    } catch (error) {
      setProblem((error instanceof ApiProblem ? error : new ApiProblem('internal')).view);
    }
    setBusy(false);
  }
  return (
    <>
      <Button
        variant="plain"
        className="justify-self-start"
        aria-disabled={busy || undefined}
        onClick={() => void cancel()}
      >
        {t('payments.cancelOrder')}
      </Button>
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {problem && problemMessage(problem, t)}
      </p>
    </>
  );
}
