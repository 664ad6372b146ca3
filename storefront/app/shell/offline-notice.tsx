import { useOnline } from '../platform/browser/use-online.ts';
import { useText } from '../platform/i18n/text-context.tsx';

/**
 * Shown while there is no network (UI-2), until `network-status.lazy.tsx` has loaded and replaces it; see
 * app.css.
 */
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
