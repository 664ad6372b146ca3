import '../i18n/needs/problem-messages.ts';
import '../i18n/needs/push-messages.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import { LateIcon } from '../ui/late-icon.tsx';
import { useOnline } from '../ui/online.ts';
import type { PushStanding } from './subscribe.ts';
import { usePush } from './use-push.ts';

/** What is said in each state; nothing is said where the shop sends no notifications. */
const said: Record<Exclude<PushStanding, 'off'>, MessageId> = {
  unsupported: 'push.unsupported',
  denied: 'push.denied',
  noService: 'push.noService',
  ready: 'push.about',
  on: 'push.on',
};

/** Notifications of this device, turned on and off. @param order what a guest may hear of */
export default function DeviceNotices({ order, canBegin = true }: { order?: string; canBegin?: boolean }) {
  const { t } = useText();
  const online = useOnline();
  const { standing, busy, turnOn, turnOff } = usePush(order);
  if (standing === undefined || standing === 'off') return null;
  const isOn = standing === 'on';
  const begins = canBegin && (standing === 'ready' || standing === 'noService');
  return (
    <section
      aria-labelledby="device-notices"
      className="grid gap-3 rounded-petal border border-line bg-card p-5"
    >
      <h2 id="device-notices" className="flex items-center gap-3 font-bold text-xl">
        <LateIcon name="bell" className="size-6 text-leaf" />
        {t('push.title')}
      </h2>
      <p role="status">{t(!canBegin && standing === 'ready' ? 'push.begins' : said[standing])}</p>
      {!online && (isOn || begins) && <p className="text-soft">{t('push.offline')}</p>}
      {(isOn || begins) && (
        <Button
          look="plain"
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
