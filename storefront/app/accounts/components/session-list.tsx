import { endSession, listSessions } from '@fynbos/core/accounts/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { useState } from 'react';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/profile-messages.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { Button } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../ui/notices/problem-notice.ts';

type Sessions = ResultOf<typeof listSessions>;

const loadSessions = async (signal: AbortSignal): Promise<Sessions> =>
  (await callAsCustomer(listSessions, { signal })).result;

/** The customer's active sessions; each can be ended. */
export function SessionList() {
  const { loaded, retry, put } = useAsyncData(loadSessions);
  return (
    <AsyncContent loaded={loaded} retry={retry} lines={2}>
      {(sessions) => (
        <ul className="grid gap-2">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              onEnded={() => put(sessions.filter(({ id }) => id !== session.id))}
            />
          ))}
        </ul>
      )}
    </AsyncContent>
  );
}

function SessionItem({ session, onEnded }: { session: Sessions[number]; onEnded: () => void }) {
  const { t, date } = useText();
  const { notify } = useNotices();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await callAsCustomer(endSession, { params: { id: session.id } });
      notify({ kind: 'success', message: t('profile.updated') });
      onEnded();
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'session_not_found') onEnded();
      notify(refusalNotice(error, t));
      setBusy(false);
    }
  };
  const timeText = (at: string) => date(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-petal-small border border-divider bg-surface p-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{session.device || t('profile.unknownDevice')}</p>
        <p className="text-muted text-sm">
          {session.current
            ? t('profile.thisDevice')
            : t('profile.lastUsed', { time: timeText(session.used_at) })}
        </p>
        <p className="text-muted text-sm">{t('profile.since', { time: timeText(session.created_at) })}</p>
      </div>
      {!session.current && (
        <div data-asks>
          <Button variant="plain" onClick={end} aria-disabled={busy || undefined}>
            {t('profile.endSession')}
          </Button>
        </div>
      )}
    </li>
  );
}
