import { packFacts } from '@fynbos/core/search/contract.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/search-messages.ts';
import { Button } from '../ui/button.tsx';
import { useOnline } from '../ui/online.ts';
import { dayAndHour } from './day-and-hour.ts';
import { emptyPocket, fillPocket, pocketKept } from './pocket.ts';
import { isRefused, refuse } from './refused.ts';
import { warmPocket } from './warm-pocket.ts';

const thousand = 1000;

type Doing = 'nothing' | 'fetching' | 'failed';

/**
 * The offer to keep the whole shop on this device, with what it weighs; what is kept, where it is. Nothing where there is
 * neither a pocket nor a network.
 *
 * @param insists whether it is made to somebody who said «not now» to it before
 */
export function PocketOffer({ insists = false }: { insists?: boolean }) {
  const { t, date } = useText();
  const online = useOnline();
  const kept = useKeptMade();
  const [refused, setRefused] = useState(isRefused);
  const [doing, setDoing] = useState<Doing>('nothing');
  const bytes = useWeight(online && !kept && (insists || !refused));

  async function fetchIt(): Promise<void> {
    setDoing('fetching');
    await fillPocket().then(
      () => setDoing('nothing'),
      () => setDoing('failed'),
    );
    await warmPocket().catch(() => {});
  }
  function later(): void {
    refuse();
    setRefused(true);
  }

  if (kept) {
    return (
      <div role="status" className="grid gap-1 px-5 pb-4 text-sm">
        <p>{t('pocket.kept', { count: kept.products })}</p>
        <p className="text-soft">{t('pocket.from', { date: date(kept.made, dayAndHour) })}</p>
        {insists && (
          <Button
            look="quiet"
            className="justify-self-start"
            onClick={() => void emptyPocket().catch(() => {})}
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
      <p className="text-soft text-sm">{t('pocket.why')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="plain" disabled={doing === 'fetching'} onClick={() => void fetchIt()}>
          {doing === 'fetching'
            ? t('pocket.fetching')
            : t('pocket.keep', { size: Math.max(1, Math.ceil(bytes / thousand)) })}
        </Button>
        {doing !== 'fetching' && !insists && (
          <Button look="quiet" onClick={later}>
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

/** What is kept, live. */
function useKeptMade() {
  const noted = useSyncExternalStore(
    (changed) => {
      addEventListener('pocket', changed);
      addEventListener('storage', changed);
      return () => {
        removeEventListener('pocket', changed);
        removeEventListener('storage', changed);
      };
    },
    () => JSON.stringify(pocketKept()),
    () => undefined,
  );
  return noted === undefined ? undefined : (JSON.parse(noted) as ReturnType<typeof pocketKept>);
}

/** What the pack weighs on its way, in bytes, once it is known. */
function useWeight(isWanted: boolean): number | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    if (!isWanted) {
      setBytes(undefined);
      return;
    }
    const gone = new AbortController();
    call(packFacts, { signal: gone.signal }).then(
      ({ result }) => setBytes(result.products > 0 ? result.bytes : undefined),
      // An offer that cannot be made is not made.
      () => {},
    );
    return () => gone.abort();
  }, [isWanted]);
  return bytes;
}
