import '../../platform/i18n/parts/account-messages.ts';
import { Link } from 'react-router';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { usualAddressOf } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { Icon } from '../../ui/icons.tsx';
import {
  addressesPath,
  loyaltyCardPath,
  myStorePath,
  ordersPath,
  profilePath,
  recentlyViewedPath,
} from '../state/account-paths.ts';
import { AccountPageFrame } from './account-page-frame.tsx';
import { AddressLines } from './address-lines.tsx';
import { UnprovenAddress } from './unproven-address.tsx';

const iconClass = 'size-7 text-accent';
const shortcuts: [path: string, name: MessageId, icon: React.ReactNode][] = [
  [ordersPath, 'orders.title', <Icon name="basket" className={iconClass} />],
  [profilePath, 'profile.title', <Icon name="person" className={iconClass} />],
  [myStorePath, 'account.myStore', <LateIcon name="shelf" className={iconClass} />],
  [loyaltyCardPath, 'loyalty.title', <Icon name="tag" className={iconClass} />],
  [recentlyViewedPath, 'account.recentlyViewed', <Icon name="search" className={iconClass} />],
];

/**
 * The start page of an account: the customer, the usual address, and links to the other pages.
 * @param children what the customer should see first
 */
export default function OverviewView({ children }: React.PropsWithChildren) {
  const { t } = useText();
  const profile = useProfile();
  if (!profile) return null;
  const address = usualAddressOf(profile);
  return (
    <AccountPageFrame title={t('account.hello', { name: profile.firstname })}>
      <p className="-mt-4 text-muted">{profile.email}</p>
      <UnprovenAddress />
      {children}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {shortcuts.map(([path, name, icon]) => (
          <li key={path}>
            <Link
              to={path}
              className="flex min-h-20 items-center gap-4 rounded-petal border border-divider bg-surface p-5 font-semibold text-lg hover:border-accent hover:text-accent"
            >
              {icon}
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
      <section className="grid max-w-xl gap-2 rounded-petal bg-surface-muted p-5">
        <h2 className="font-bold text-lg">{t('address.defaultShipping')}</h2>
        {address ? <AddressLines address={address} /> : <p>{t('address.none')}</p>}
        <Link
          to={addressesPath}
          className="inline-flex min-h-11 items-center justify-self-start text-accent underline underline-offset-4"
        >
          {t('address.title')}
        </Link>
      </section>
    </AccountPageFrame>
  );
}
