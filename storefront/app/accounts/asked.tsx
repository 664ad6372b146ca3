import { useCallback, useEffect, useState } from 'react';
import { ApiProblem, type ProblemView } from '../api-problem.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/problem-messages.ts';
import { problemWords } from '../refusal-notice.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useOnline } from '../ui/online.ts';
import { Shape } from './shape.tsx';

/** Something of the customer's that is asked for when its page opens. */
export type Asked<Value> =
  | { state: 'waiting' }
  | { state: 'failed'; problem: ProblemView }
  | { state: 'there'; value: Value };

/**
 * Asks when the page opens, and again when told to; an answer for a page that was left is dropped.
 *
 * @param ask must stay the same function while the question does
 */
export function useAsked<Value>(ask: (signal: AbortSignal) => Promise<Value>) {
  const [asked, setAsked] = useState<Asked<Value>>({ state: 'waiting' });
  const [time, setTime] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal).then(
      (value) => !abort.signal.aborted && setAsked({ state: 'there', value }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof ApiProblem ? error : new ApiProblem('internal');
        setAsked({ state: 'failed', problem: problem.view });
      },
    );
    return () => abort.abort();
  }, [ask, time]);
  const again = useCallback(() => {
    setAsked({ state: 'waiting' });
    setTime((now) => now + 1);
  }, []);
  const put = useCallback((value: Value) => setAsked({ state: 'there', value }), []);
  return { asked, again, put };
}

/** What was asked for, or its shape, or why it is not there and what to do. */
export function AskedView<Value>({
  asked,
  again,
  lines,
  children,
}: {
  asked: Asked<Value>;
  again: () => void;
  lines?: number;
  children: (value: Value) => React.ReactNode;
}) {
  const { t } = useText();
  const online = useOnline();
  if (asked.state === 'there') return children(asked.value);
  if (asked.state === 'waiting') return <Shape label={t('shop.loading')} lines={lines} />;
  return (
    <NoticeBox icon={online ? 'warning' : 'cloudOff'} title={online ? undefined : t('offline.notice')}>
      <p role="alert">
        {online ? problemWords(asked.problem, t) : t('account.offline', {}, t('offline.notice'))}
      </p>
      <Button look="plain" onClick={again} className="justify-self-start">
        {t('error.retry')}
      </Button>
    </NoticeBox>
  );
}
