import { useEffect, useRef } from 'react';
import { onSessionEnd } from '../accounts/session/session-events.ts';
import { ApiProblem } from '../api-problem.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/problem-messages.ts';
import '../i18n/needs/waiting-messages.ts';
import { refusalNotice } from '../refusal-notice.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { usePanels } from '../ui/panels.tsx';
import { needsYou } from './attempt.ts';
import { isBound, type TaskCallback } from './task.ts';
import { unreportedIn } from './task-box.ts';
import { acknowledgeTasks, currentTasks, useTasks } from './task-queue.ts';
import { WaitingPanel, waitingPanel } from './waiting-panel.tsx';

/** The message for a completed task; the others have none. */
const successMessages: Partial<Record<TaskCallback, MessageId>> = {
  'user-after-update': 'profile.updated',
  'newsletter-after-change': 'waiting.newsletterSent',
};

/**
 * Rendered on any page while a task waits: sends tasks and shows their results as notices (spec accounts 8),
 * unless a task is silent or its caller received the result.
 */
export function TaskNotifier() {
  const { t } = useText();
  const { notify } = useNotices();
  const { show } = usePanels();
  const { outbox } = useTasks();
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const unreported = unreportedIn(outbox);
    const stops = outbox.entries.filter((task) => needsYou(task) && !task.silent).map(({ id }) => id);
    const isStuck = stops.some((id) => !before.current.includes(id));
    before.current = stops;
    for (const { problem, callback_event } of unreported) {
      const message = successMessages[callback_event];
      if (problem) notify(refusalNotice(new ApiProblem(problem.code, problem), t));
      else if (message) notify({ kind: 'success', message: t(message) });
    }
    if (unreported.length > 0) void acknowledgeTasks(unreported.map(({ id }) => id));
    if (isStuck) {
      const action = { label: t('waiting.show'), run: () => show(waitingPanel) };
      notify({ kind: 'error', message: t('waiting.needsYou'), action });
    }
  }, [outbox, notify, show, t]);
  useEffect(
    () =>
      onSessionEnd(() => {
        const isLost = currentTasks().outbox.entries.some((task) => isBound(task) && !task.silent);
        if (isLost) notify({ kind: 'warning', message: t('waiting.cleared'), hasNoTimeout: true });
      }),
    [notify, t],
  );
  return <WaitingPanel />;
}
