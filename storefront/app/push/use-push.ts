import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../accounts/session/state.ts';
import { useText } from '../i18n/text-context.tsx';
import { refusalNotice } from '../refusal-notice.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { useOnline } from '../ui/online.ts';
import { type PushStanding, standingOf, turnOff, turnOn } from './subscribe.ts';

/** How it stands with notifications here, and what can be done about it. */
export interface Push {
  /** Undefined until it is known; without a network it may stay so. */
  standing: PushStanding | undefined;
  busy: boolean;
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
}

/** @param order the id of the order that a guest wants to hear of */
export function usePush(order?: string): Push {
  const { t } = useText();
  const { notify } = useNotices();
  const online = useOnline();
  const { state: session } = useSession();
  const [standing, setStanding] = useState<PushStanding>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!online || session === 'starting') return;
    let isOver = false;
    // Nobody asked for it: where the shop does not answer, it is not offered.
    standingOf(order).then(
      (found) => isOver || setStanding(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [order, online, session]);
  const run = useCallback(
    async (step: () => Promise<PushStanding>) => {
      setBusy(true);
      try {
        setStanding(await step());
      } catch (error) {
        notify(refusalNotice(error, t));
      }
      setBusy(false);
    },
    [notify, t],
  );
  return { standing, busy, turnOn: () => run(() => turnOn(order)), turnOff: () => run(turnOff) };
}
