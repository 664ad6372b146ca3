import { useEffect, useLayoutEffect, useState } from 'react';
import '../../platform/i18n/parts/network-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useNetwork } from '../../platform/network/current-network.ts';
import { watchNetwork } from '../../platform/network/network-monitor.ts';
import type { Network } from '../../platform/network/network-state.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { useOpenPanel, usePanels } from '../../ui/panels/panels-provider.tsx';
import { networkMessages } from './network-messages.ts';
import { NetworkPanel, networkPanel } from './network-panel.tsx';
import { holdForms, markNetworkForms } from './offline-forms.ts';

/** How long the strip shows that the network is back, in milliseconds. */
const backFor = 5000;

/** A strip at the bottom of the window while the network fails (UI-2), with a link to what works now. */
export function NetworkStrip() {
  const { t } = useText();
  const { show } = usePanels();
  const open = useOpenPanel();
  const network = useNetwork();
  const isBack = useBack(network);
  const [isOpener, setOpener] = useState(false);
  useEffect(watchNetwork, []);
  useLayoutEffect(() => {
    document.documentElement.dataset.strip = '';
  }, []);
  useOfflineMessages(network);
  // The button remains while its panel is open, and while it has the focus that the panel returned.
  const isOpenable = network !== 'online' || open === networkPanel || isOpener;
  const restored = isBack ? t('network.back') : isOpenable && t('network.allWorks');
  const sentence = network === 'online' ? restored : t(networkMessages[network]);
  return (
    <>
      <div className={sentence ? 'network-strip' : undefined}>
        <div className="page-width flex items-center gap-3">
          {sentence && <Icon name={network === 'online' ? 'check' : 'cloudOff'} className="size-5" />}
          <p role="status" className="flex-1">
            {sentence}
          </p>
          {isOpenable && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                setOpener(true);
                show(networkPanel);
              }}
              onBlur={() => open !== networkPanel && setOpener(false)}
              className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 underline underline-offset-4"
            >
              <Icon name="info" className="size-5" />
              <span className="max-sm:sr-only">{t('network.open')}</span>
            </button>
          )}
        </div>
      </div>
      {(network !== 'online' || open === networkPanel) && <NetworkPanel network={network} />}
    </>
  );
}

/** Whether the network came back a moment ago. */
function useBack(network: Network): boolean {
  const [isBack, setBack] = useState(false);
  const [before, setBefore] = useState(network);
  if (before !== network) {
    setBefore(network);
    setBack(network === 'online' && before !== 'slow');
  }
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setBack(false), backFor);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}

/**
 * Marks forms that need the network, and blocks native submissions while offline. If the shop may be
 * reachable, submissions are allowed.
 */
function useOfflineMessages(network: Network): void {
  const { t } = useText();
  const { notify } = useNotices();
  const isOut = network === 'offline' || network === 'unreachable';
  useEffect(
    () =>
      isOut ? markNetworkForms({ typed: t('network.needs'), pressed: t('network.needsOnly') }) : undefined,
    [isOut, t],
  );
  useEffect(
    () => (network === 'offline' ? holdForms((word) => notify({ kind: 'info', message: word })) : undefined),
    [network, notify],
  );
}
