import '../platform/i18n/parts/account-messages.ts';
import { AccountPageFrame } from '../accounts/components/account-page-frame.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

/** The products that this browser showed last, newest first; at most twenty (PDP-7). */
export default function RecentlyViewedView() {
  const { t } = useText();
  return (
    <AccountPageFrame title={t('account.recentlyViewed')}>
      <RecentlyViewed />
    </AccountPageFrame>
  );
}
