import '../platform/i18n/parts/problem-messages.ts';
import '../platform/i18n/parts/push-messages.ts';
import { useOnline } from '../platform/browser/use-online.ts';
import type { MessageId } from '../platform/i18n/text.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import type { PushStatus } from '../platform/push/push-subscription.ts';
import { Button } from '../ui/button.tsx';
import { LateIcon } from '../ui/deferred-icon.tsx';
import { usePush } from './use-push.ts';

/** The message of each status; none where the shop sends no notifications. */
const statusMessages: Record<Exclude<PushStatus, 'off'>, MessageId> = {
  unsupported: 'push.unsupported',
  denied: 'push.denied',
  noService: 'push.noService',
  ready: 'push.about',
  on: 'push.on',
};

/**
 * Turns notifications of this device on and off.
 * @param order the order that a guest follows
 */
export default function DeviceNotices({ order, canBegin = true }: { order?: string; canBegin?: boolean }) {
  const { t } = useText();
  const online = useOnline();
  const { status, busy, turnOn, turnOff } = usePush(order);
  if (status === undefined || status === 'off') return null;
  const isOn = status === 'on';
  const begins = canBegin && (status === 'ready' || status === 'noService');
  return (
    <section
      aria-labelledby="device-notices"
      className="grid gap-3 rounded-petal border border-divider bg-surface p-5"
    >
      <h2 id="device-notices" className="flex items-center gap-3 font-bold text-xl">
        <LateIcon name="bell" className="size-6 text-accent" />
        {t('push.title')}
      </h2>
      <p role="status">{t(!canBegin && status === 'ready' ? 'push.begins' : statusMessages[status])}</p>
      {!online && (isOn || begins) && <p className="text-muted">{t('push.offline')}</p>}
      {(isOn || begins) && (
        <Button
          variant="plain"
          className="justify-self-start"
          aria-disabled={busy || !online || undefined}
          onClick={() => {
            if (!busy && online) void (isOn ? turnOff() : turnOn());
          }}
        >
          {t(busy ? 'shop.loading' : isOn ? 'push.turnOff' : 'push.tellMe')}
        </Button>
      )}
    </section>
  );
}
