import { useCallback, useEffect, useState } from 'react';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/problem-messages.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { Button } from '../button.tsx';
import { InlineNotice } from '../notices/inline-notice.tsx';
import { problemMessage } from '../notices/problem-notice.ts';
import { LoadingPlaceholder } from './loading-placeholder.tsx';

/** Customer data that is loaded when its page opens. */
export type AsyncState<Value> =
  | { state: 'waiting' }
  | { state: 'failed'; problem: ProblemView }
  | { state: 'there'; value: Value };

/**
 * Loads when the page opens, and on retry. A response for a page that was left is discarded.
 * @param load must be the same function as long as the request is the same
 * @param version loads again when it changes
 */
export function useAsyncData<Value>(load: (signal: AbortSignal) => Promise<Value>, version?: unknown) {
  const [loaded, setLoaded] = useState<AsyncState<Value>>({ state: 'waiting' });
  const [time, setTime] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (value) => !abort.signal.aborted && setLoaded({ state: 'there', value }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof ApiProblem ? error : new ApiProblem('internal');
        setLoaded({ state: 'failed', problem: problem.view });
      },
    );
    return () => abort.abort();
  }, [load, time, version]);
  const retry = useCallback(() => {
    setLoaded({ state: 'waiting' });
    setTime((now) => now + 1);
  }, []);
  const put = useCallback((value: Value) => setLoaded({ state: 'there', value }), []);
  return { loaded, retry, put };
}

/** The loaded data, its skeleton, or an error message with a retry button. */
export function AsyncContent<Value>({
  loaded,
  retry,
  lines,
  children,
}: {
  loaded: AsyncState<Value>;
  retry: () => void;
  lines?: number;
  children: (value: Value) => React.ReactNode;
}) {
  const { t } = useText();
  const online = useOnline();
  if (loaded.state === 'there') return children(loaded.value);
  if (loaded.state === 'waiting') return <LoadingPlaceholder label={t('shop.loading')} lines={lines} />;
  return (
    <InlineNotice icon={online ? 'warning' : 'cloudOff'} title={online ? undefined : t('offline.notice')}>
      <p role="alert">
        {online ? problemMessage(loaded.problem, t) : t('account.offline', {}, t('offline.notice'))}
      </p>
      <Button variant="plain" onClick={retry} className="justify-self-start">
        {t('error.retry')}
      </Button>
    </InlineNotice>
  );
}
