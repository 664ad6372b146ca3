import { useCallback, useEffect, useState } from 'react';
import { useOnline } from '../platform/browser/use-online.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { type PushStatus, pushStatusOf, turnOff, turnOn } from '../platform/push/push-subscription.ts';
import { startSession } from '../platform/session/session.ts';
import { useSession } from '../platform/session/session-state.ts';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../ui/notices/problem-notice.ts';

/** The status of notifications here, and the available actions. */
export interface Push {
  /** Undefined until it is known; it may remain so without a network. */
  status: PushStatus | undefined;
  busy: boolean;
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
}

/** @param order the id of the order that a guest wants to follow */
export function usePush(order?: string): Push {
  const { t } = useText();
  const { notify } = useNotices();
  const online = useOnline();
  const { state: session } = useSession();
  const [status, setStatus] = useState<PushStatus>();
  const [busy, setBusy] = useState(false);
  useEffect(() => void startSession(), []);
  useEffect(() => {
    if (!online || session === 'starting') return;
    let isOver = false;
    // The shopper did not request it: if the shop does not respond, nothing is offered.
    pushStatusOf(order).then(
      (result) => isOver || setStatus(result),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [order, online, session]);
  const run = useCallback(
    async (step: () => Promise<PushStatus>) => {
      setBusy(true);
      try {
        setStatus(await step());
      } catch (error) {
        notify(refusalNotice(error, t));
      }
      setBusy(false);
    },
    [notify, t],
  );
  return { status, busy, turnOn: () => run(() => turnOn(order)), turnOff: () => run(turnOff) };
}
