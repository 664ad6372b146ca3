import { useEffect, useRef } from 'react';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/problem-messages.ts';
import '../../platform/i18n/parts/waiting-messages.ts';
import type { TaskCallback } from '../../network-tasks/network-task.ts';
import { unreportedIn } from '../../network-tasks/task-outbox.ts';
import {
  acknowledgeDrop,
  acknowledgeTasks,
  useHasDropped,
  useTasks,
} from '../../network-tasks/task-queue.ts';
import { needsYou } from '../../platform/outbox/send-attempt.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../ui/notices/problem-notice.ts';
import { Panel } from '../../ui/panels/panel.tsx';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import { WaitingList } from './pending-changes.lazy.tsx';

const waitingPanel = 'waiting';

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
  const hasDropped = useHasDropped();
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
  useEffect(() => {
    if (!hasDropped) return;
    notify({ kind: 'warning', message: t('waiting.cleared'), hasNoTimeout: true });
    acknowledgeDrop();
  }, [hasDropped, notify, t]);
  return <WaitingPanel />;
}

/** The waiting entries, as a panel over any page. */
function WaitingPanel() {
  const { t } = useText();
  return (
    <Panel name={waitingPanel} title={t('waiting.title')} closeLabel={t('waiting.close')} side="end">
      <WaitingList />
    </Panel>
  );
}
