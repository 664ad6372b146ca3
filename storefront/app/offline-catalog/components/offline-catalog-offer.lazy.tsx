import { catalogSnapshotInfo } from '@fynbos/core/search/contract.ts';
import { useEffect, useState } from 'react';
import { callApi } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/search-messages.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { Button } from '../../ui/button.tsx';
import { dateAndTime } from '../state/date-and-time.ts';
import { dismissOffer, isOfferDismissed } from '../state/offer-dismissal.ts';
import {
  clearOfflineCatalog,
  downloadOfflineCatalog,
  useOfflineCatalogInfo,
} from '../state/offline-catalog.ts';
import { preloadOfflinePages } from './preload-offline-pages.ts';

const thousand = 1000;

type Doing = 'nothing' | 'fetching' | 'failed';

/**
 * Offers to download the whole shop to this device, with its size, or shows the downloaded state. Renders
 * nothing without either a downloaded catalog or a network.
 * @param insists whether to show the offer even if the shopper dismissed it before
 */
export function OfflineCatalogOffer({ insists = false }: { insists?: boolean }) {
  const { t, date } = useText();
  const online = useOnline();
  const info = useOfflineCatalogInfo();
  const [refused, setRefused] = useState(isOfferDismissed);
  const [doing, setDoing] = useState<Doing>('nothing');
  const bytes = useWeight(online && !info && (insists || !refused));

  async function fetchIt(): Promise<void> {
    setDoing('fetching');
    await downloadOfflineCatalog().then(
      () => setDoing('nothing'),
      () => setDoing('failed'),
    );
    await preloadOfflinePages().catch(() => {});
  }
  function later(): void {
    dismissOffer();
    setRefused(true);
  }

  if (info) {
    return (
      <div role="status" className="grid gap-1 px-5 pb-4 text-sm">
        <p>{t('pocket.kept', { count: info.products })}</p>
        <p className="text-muted">{t('pocket.from', { date: date(info.made, dateAndTime) })}</p>
        {insists && (
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => void clearOfflineCatalog().catch(() => {})}
          >
            {t('pocket.remove')}
          </Button>
        )}
      </div>
    );
  }
  if (bytes === undefined) return null;
  return (
    <div className="grid gap-2 px-5 pb-4">
      <p className="text-muted text-sm">{t('pocket.why')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" disabled={doing === 'fetching'} onClick={() => void fetchIt()}>
          {doing === 'fetching'
            ? t('pocket.fetching')
            : t('pocket.keep', { size: Math.max(1, Math.ceil(bytes / thousand)) })}
        </Button>
        {doing !== 'fetching' && !insists && (
          <Button variant="quiet" onClick={later}>
            {t('pocket.later')}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm empty:hidden">
        {doing === 'failed' && t('pocket.failed')}
      </p>
    </div>
  );
}

/** The download size of the snapshot in bytes, once it is known. */
function useWeight(isWanted: boolean): number | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    if (!isWanted) {
      setBytes(undefined);
      return;
    }
    const controller = new AbortController();
    callApi(catalogSnapshotInfo, { signal: controller.signal }).then(
      ({ result }) => setBytes(result.products > 0 ? result.bytes : undefined),
      // Without the size there is no offer.
      () => {},
    );
    return () => controller.abort();
  }, [isWanted]);
  return bytes;
}
