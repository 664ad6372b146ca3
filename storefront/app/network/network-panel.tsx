import '../i18n/needs/network-messages.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import { pocketKept } from '../pocket/pocket.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { late } from '../ui/late.tsx';
import { Panel } from '../ui/panel.tsx';
import { usePanels } from '../ui/panels.tsx';
import { DataUseForm } from './data-use-form.tsx';
import type { Network } from './network-state.ts';
import { sentences } from './network-words.ts';
import { askNow } from './watch-network.ts';

export const networkPanel = 'network';

/** What needs nobody but this browser, in the order of shopping. */
const works: readonly MessageId[] = ['network.nowBrowse', 'network.nowCart', 'network.nowOrder'];
/** The same with the shop in the pocket. */
const worksWithPocket: readonly MessageId[] = ['network.nowSearch', ...works.slice(1)];

const nothing = () => null;
const Waiting = late(async () => (await import('../offline/waiting-section.tsx')).WaitingSection, nothing);
const Offer = late<{ insists: boolean }>(
  async () => (await import('../pocket/pocket-offer.tsx')).PocketOffer,
  nothing,
);

/** What only the shop can do. */
const waits: readonly MessageId[] = [
  'network.laterPay',
  'network.laterAccount',
  'network.laterCodes',
  'network.laterOrders',
  'network.laterWrite',
];

/** What works now and what does not, and how much the shop may fetch. */
export function NetworkPanel({ network }: { network: Network }) {
  const { t } = useText();
  const { open } = usePanels();
  const isOut = network === 'offline' || network === 'unreachable';
  return (
    <Panel name={networkPanel} title={t('network.open')} closeLabel={t('network.close')} side="end">
      <div className="grid gap-6">
        {/* The strip says it as well: once is enough while this is closed. */}
        {open === networkPanel && (
          <p className="font-semibold">{t(network === 'online' ? 'network.allWorks' : sentences[network])}</p>
        )}
        {isOut && <Things title={t('network.works')} now of={pocketKept() ? worksWithPocket : works} />}
        {isOut && <Things title={t('network.waits')} of={waits} />}
        {network !== 'online' && network !== 'offline' && (
          <Button look="plain" onClick={askNow} className="justify-self-start">
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

function Things({
  title,
  now = false,
  of,
}: {
  title: string;
  /** Whether they work now. */
  now?: boolean;
  of: readonly MessageId[];
}) {
  const { t } = useText();
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <ul className="grid gap-2">
        {of.map((one) => (
          <li key={one} className="flex gap-3 leading-snug">
            <Icon name={now ? 'check' : 'cloudOff'} className={`size-5 ${now ? 'text-leaf' : 'text-soft'}`} />
            {t(one)}
          </li>
        ))}
      </ul>
    </section>
  );
}
