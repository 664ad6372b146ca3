import '../platform/i18n/parts/push-messages.ts';
import { useEffect, useState } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { canRemind, remindWhenOnline } from '../platform/push/online-reminder.ts';
import { Button } from '../ui/button.tsx';
import { LateIcon } from '../ui/deferred-icon.tsx';

/**
 * While an order waits: offers a notification on this device when the network is back. The offer itself
 * works offline.
 */
export default function RemindMe() {
  const { t } = useText();
  const [permission, setPermission] = useState(() => (canRemind() ? Notification.permission : undefined));
  const [isSet, setIsSet] = useState(false);
  useEffect(() => {
    if (permission === 'granted') void remindWhenOnline().then(setIsSet);
  }, [permission]);
  if (!permission || (permission === 'granted' && !isSet)) return null;
  return (
    <section className="grid gap-3 rounded-petal border border-divider bg-surface p-5">
      <p role="status" className="flex gap-3">
        <LateIcon name="bell" className="size-6 text-accent" />
        {t(isSet ? 'push.reminds' : permission === 'denied' ? 'push.denied' : 'push.remindAsk')}
      </p>
      {permission === 'default' && (
        <Button
          variant="plain"
          className="justify-self-start"
          onClick={() => void Notification.requestPermission().then(setPermission)}
        >
          {t('push.tellMe')}
        </Button>
      )}
    </section>
  );
}
