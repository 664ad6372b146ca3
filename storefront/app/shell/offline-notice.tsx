import { useText } from '../i18n/text-context.tsx';
import { useOnline } from '../ui/online.ts';

/** Said while there is no network (UI-2), until `network-line.tsx` is there to say more; see app.css. */
export function OfflineNotice() {
  const { t } = useText();
  const online = useOnline();
  return (
    <div role="status">
      {!online && !('strip' in document.documentElement.dataset) && (
        <p className="network-strip">{t('offline.notice')}</p>
      )}
    </div>
  );
}
