import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { apiSettings } from '../../platform/api/api-settings.ts';
import '../../platform/i18n/parts/network-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { showAllPictures } from '../../platform/network/deferred-pictures.ts';
import { NetworkStrip } from './network-banner.tsx';

/** Network notices of a page: low-data mode, and network failures. */
export function NetworkNotices() {
  return (
    <>
      {apiSettings().low && <LowDataBar />}
      <NetworkStrip />
    </>
  );
}

/**
 * Says that pictures are not loaded, and loads those of the current page on request. The next page requires
 * a new request.
 */
function LowDataBar() {
  const { t } = useText();
  const { pathname } = useLocation();
  const [shownOn, setShownOn] = useState<string>();
  const isShown = shownOn === pathname;
  useEffect(() => (isShown ? showAllPictures() : undefined), [isShown]);
  return (
    <div className="bg-accent-subtle text-default">
      <div className="page-width flex min-h-13 flex-wrap items-center gap-x-4 py-1">
        <p role="status">{t(isShown ? 'network.picturesShown' : 'network.low')}</p>
        <button
          type="button"
          aria-disabled={isShown || undefined}
          onClick={() => setShownOn(pathname)}
          className="min-h-11 font-semibold text-accent underline underline-offset-4 noscript:hidden aria-disabled:invisible"
        >
          {t('network.showPictures')}
        </button>
      </div>
    </div>
  );
}
