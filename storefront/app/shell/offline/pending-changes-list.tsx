import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/problem-messages.ts';
import '../../platform/i18n/parts/waiting-messages.ts';
import { useTasks } from '../../network-tasks/task-queue.ts';
import { Button } from '../../ui/button.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { problemMessage, refusalNotice } from '../../ui/notices/problem-notice.ts';
import { usePendingChanges, type WaitingEntry } from './pending-changes.ts';

/** All waiting entries, their state and the possible actions. */
export function WaitingList() {
  const text = useText();
  const { t } = text;
  const entries = usePendingChanges(text);
  const { durable } = useTasks();
  if (entries.length === 0) return <p>{t('waiting.none')}</p>;
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('waiting.lead')}</p>
      {!durable && (
        <p className="rounded-petal-small bg-danger-subtle p-3 font-semibold">{t('waiting.unkeptAll')}</p>
      )}
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <WaitingRow key={entry.key} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

const stateClasses = {
  waiting: 'bg-surface-muted',
  sending: 'bg-accent-subtle',
  needsYou: 'bg-danger-subtle',
};

function WaitingRow({ entry }: { entry: WaitingEntry }) {
  const { t, date } = useText();
  const { notify } = useNotices();
  const [confirming, setConfirming] = useState(false);
  const { description, state, problem, since } = entry;
  const stateTexts = {
    waiting: t('waiting.stateWaiting'),
    sending: t('waiting.stateSending'),
    needsYou: t('waiting.stateNeedsYou'),
  };
  const failed = (error: unknown) => notify(refusalNotice(error, t));
  const discard = () =>
    entry
      .discard()
      .then(
        (isDiscarded) =>
          isDiscarded && notify({ kind: 'info', message: t('waiting.discarded', { what: description }) }),
        failed,
      );
  const when = date(since, { hour: '2-digit', minute: '2-digit', day: 'numeric', month: 'short' });
  return (
    <li className="grid gap-2 rounded-petal border border-divider p-4">
      <p className="wrap-anywhere font-semibold">{description}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span
          role="status"
          className={`rounded-petal-small px-2 py-0.5 font-semibold ${stateClasses[state]}`}
        >
          {stateTexts[state]}
        </span>
        {since > 0 && <span className="text-muted">{t('waiting.since', { when })}</span>}
      </p>
      {problem && <p className="text-sm">{problemMessage(problem, t)}</p>}
      {confirming ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="strong" onClick={discard}>
            {t('waiting.discardSure')}
          </Button>
          <Button variant="quiet" onClick={() => setConfirming(false)}>
            {t('waiting.keep')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="plain"
            aria-label={t('waiting.tryAgainNamed', { what: description })}
            aria-disabled={state === 'sending' || undefined}
            onClick={() => void entry.retry().catch(failed)}
          >
            {t('waiting.tryAgain')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('waiting.discardNamed', { what: description })}
            onClick={() => setConfirming(true)}
          >
            {t('waiting.discard')}
          </Button>
        </div>
      )}
    </li>
  );
}
