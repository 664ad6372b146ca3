import '../../platform/i18n/parts/network-messages.ts';
import { offlineCatalogInfo } from '../../offline-catalog/state/offline-catalog.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { checkNetworkNow } from '../../platform/network/network-monitor.ts';
import type { Network } from '../../platform/network/network-state.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpenPanel } from '../../ui/panels/panels-provider.tsx';
import { DataUseForm } from './data-use-form.tsx';
import { networkMessages } from './network-messages.ts';

export const networkPanel = 'network';

/** Actions that need no network, in the order of shopping. */
const works: readonly MessageId[] = ['network.nowBrowse', 'network.nowCart', 'network.nowOrder'];
/** The same with the offline catalog. */
const worksWithOfflineCatalog: readonly MessageId[] = ['network.nowSearch', ...works.slice(1)];

const nothing = () => null;
const Waiting = lazyComponent(
  async () => (await import('../offline/pending-changes.lazy.tsx')).WaitingSection,
  nothing,
);
const Offer = lazyComponent<{ insists: boolean }>(
  async () =>
    (await import('../../offline-catalog/components/offline-catalog-offer.lazy.tsx')).OfflineCatalogOffer,
  nothing,
);

/** Actions that need the shop. */
const waits: readonly MessageId[] = [
  'network.laterPay',
  'network.laterAccount',
  'network.laterCodes',
  'network.laterOrders',
  'network.laterWrite',
];

/** Lists what works now and what does not, and lets the shopper choose how much data to use. */
export function NetworkPanel({ network }: { network: Network }) {
  const { t } = useText();
  const open = useOpenPanel();
  const isOut = network === 'offline' || network === 'unreachable';
  return (
    <Panel name={networkPanel} title={t('network.open')} closeLabel={t('network.close')} side="end">
      <div className="grid gap-6">
        {/* The strip shows the same text while this panel is closed. */}
        {open === networkPanel && (
          <p className="font-semibold">
            {t(network === 'online' ? 'network.allWorks' : networkMessages[network])}
          </p>
        )}
        {isOut && (
          <ActionList
            title={t('network.works')}
            now
            of={offlineCatalogInfo() ? worksWithOfflineCatalog : works}
          />
        )}
        {isOut && <ActionList title={t('network.waits')} of={waits} />}
        {network !== 'online' && network !== 'offline' && (
          <Button variant="plain" onClick={checkNetworkNow} className="justify-self-start">
            {t('network.again')}
          </Button>
        )}
        {open === networkPanel && <Waiting />}
        <div className="-mx-5">{open === networkPanel && <Offer insists />}</div>
        <DataUseForm />
      </div>
    </Panel>
  );
}

function ActionList({
  title,
  now = false,
  of,
}: {
  title: string;
  /** Whether these actions work now. */
  now?: boolean;
  of: readonly MessageId[];
}) {
  const { t } = useText();
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <ul className="grid gap-2">
        {of.map((messageId) => (
          <li key={messageId} className="flex gap-3 leading-snug">
            <Icon
              name={now ? 'check' : 'cloudOff'}
              className={`size-5 ${now ? 'text-accent' : 'text-muted'}`}
            />
            {t(messageId)}
          </li>
        ))}
      </ul>
    </section>
  );
}
