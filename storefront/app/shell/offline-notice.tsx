import { useText } from '../i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { useOnline } from '../ui/online.ts';

/** Said while there is no network (UI-2). */
export function OfflineNotice() {
  const { t } = useText();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="wide flex min-h-11 items-center gap-3 bg-protea-tint py-2 font-semibold">
          <Icon name="cloudOff" className="size-5 text-protea" />
          {t('offline.notice')}
        </p>
      )}
    </div>
  );
}
