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
import { untoldIn } from './task-box.ts';
import { acknowledgeTasks, currentTasks, useTasks } from './task-queue.ts';
import { WaitingPanel, waitingPanel } from './waiting-panel.tsx';

/** What is said of a task that was done; of the others nothing is. */
const words: Partial<Record<TaskCallback, MessageId>> = {
  'user-after-update': 'profile.updated',
  'newsletter-after-change': 'waiting.newsletterSent',
};

/**
 * On any page while a task waits: it goes on being sent, and what becomes of it is said (accounts 8), unless it is
 * silent or whoever asked has heard it.
 */
export function TaskVoice() {
  const { t } = useText();
  const { notify } = useNotices();
  const { show } = usePanels();
  const { box } = useTasks();
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const untold = untoldIn(box);
    const stops = box.entries.filter((task) => needsYou(task) && !task.silent).map(({ id }) => id);
    const isStuck = stops.some((id) => !before.current.includes(id));
    before.current = stops;
    for (const { problem, callback_event } of untold) {
      const message = words[callback_event];
      if (problem) notify(refusalNotice(new ApiProblem(problem.code, problem), t));
      else if (message) notify({ kind: 'success', message: t(message) });
    }
    if (untold.length > 0) void acknowledgeTasks(untold.map(({ id }) => id));
    if (isStuck) {
      const action = { label: t('waiting.show'), run: () => show(waitingPanel) };
      notify({ kind: 'error', message: t('waiting.needsYou'), action });
    }
  }, [box, notify, show, t]);
  useEffect(
    () =>
      onSessionEnd(() => {
        const isLost = currentTasks().box.entries.some((task) => isBound(task) && !task.silent);
        if (isLost) notify({ kind: 'warning', message: t('waiting.cleared'), hasNoTimeout: true });
      }),
    [notify, t],
  );
  return <WaitingPanel />;
}
