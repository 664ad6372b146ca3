import { useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/problem-messages.ts';
import '../i18n/needs/waiting-messages.ts';
import { problemWords, refusalNotice } from '../refusal-notice.ts';
import { Button } from '../ui/button.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { useTasks } from './task-queue.ts';
import { useWaiting, type WaitingThing } from './waiting.ts';

/** All that waits to be sent, how it stands, and what can be done about it. */
export function WaitingList() {
  const text = useText();
  const { t } = text;
  const things = useWaiting(text);
  const { kept } = useTasks();
  if (things.length === 0) return <p>{t('waiting.none')}</p>;
  return (
    <div className="grid gap-4">
      <p className="text-soft">{t('waiting.lead')}</p>
      {!kept && (
        <p className="rounded-petal-small bg-protea-tint p-3 font-semibold">{t('waiting.unkeptAll')}</p>
      )}
      <ul className="grid gap-3">
        {things.map((thing) => (
          <Thing key={thing.key} thing={thing} />
        ))}
      </ul>
    </div>
  );
}

const looks = { waiting: 'bg-sunken', sending: 'bg-leaf-tint', needsYou: 'bg-protea-tint' };

function Thing({ thing }: { thing: WaitingThing }) {
  const { t, date } = useText();
  const { notify } = useNotices();
  const [asking, setAsking] = useState(false);
  const { what, state, problem, since } = thing;
  const words = {
    waiting: t('waiting.stateWaiting'),
    sending: t('waiting.stateSending'),
    needsYou: t('waiting.stateNeedsYou'),
  };
  const failed = (error: unknown) => notify(refusalNotice(error, t));
  const discard = () =>
    thing
      .discard()
      .then(
        (isGone) => isGone && notify({ kind: 'info', message: t('waiting.discarded', { what }) }),
        failed,
      );
  const when = date(since, { hour: '2-digit', minute: '2-digit', day: 'numeric', month: 'short' });
  return (
    <li className="grid gap-2 rounded-petal border border-line p-4">
      <p className="wrap-anywhere font-semibold">{what}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span role="status" className={`rounded-petal-small px-2 py-0.5 font-semibold ${looks[state]}`}>
          {words[state]}
        </span>
        {since > 0 && <span className="text-soft">{t('waiting.since', { when })}</span>}
      </p>
      {problem && <p className="text-sm">{problemWords(problem, t)}</p>}
      {asking ? (
        <div className="flex flex-wrap gap-2">
          <Button look="strong" onClick={discard}>
            {t('waiting.discardSure')}
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {t('waiting.keep')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            look="plain"
            aria-label={t('waiting.tryAgainNamed', { what })}
            aria-disabled={state === 'sending' || undefined}
            onClick={() => void thing.retry().catch(failed)}
          >
            {t('waiting.tryAgain')}
          </Button>
          <Button
            look="quiet"
            aria-label={t('waiting.discardNamed', { what })}
            onClick={() => setAsking(true)}
          >
            {t('waiting.discard')}
          </Button>
        </div>
      )}
    </li>
  );
}
