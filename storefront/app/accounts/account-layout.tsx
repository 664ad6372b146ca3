import '../i18n/needs/account-messages.ts';
import { shop } from '@fynbos/core/shop.ts';
import { useEffect } from 'react';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import {
  accountNewsletterPath,
  accountPath,
  addressesPath,
  loginPathFor,
  loyaltyCardPath,
  myReviewsPath,
  myStorePath,
  ordersPath,
  profilePath,
  recentlyViewedPath,
} from '../paths.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { openAccounts } from './door.ts';
import { logOut } from './session/session.ts';
import { useProfile, useSession } from './session/state.ts';
import { Shape } from './shape.tsx';

/** The customer's own pages, in the order of their use (accounts 2.1, decision 36). */
const ways: [path: string, name: MessageId][] = [
  [accountPath, 'account.home'],
  [ordersPath, 'orders.title'],
  [addressesPath, 'address.title'],
  [profilePath, 'profile.title'],
  [myStorePath, 'account.myStore'],
  [recentlyViewedPath, 'account.recentlyViewed'],
  [loyaltyCardPath, 'loyalty.title'],
  [myReviewsPath, 'account.myReviews'],
  [accountNewsletterPath, 'newsletter.title'],
];

/**
 * Around all pages of an account: the ways between them, and nobody else's data. A server sends the frame;
 * what is in it is asked for with the customer's token, so these pages need scripts, and say so.
 */
export default function AccountLayout() {
  const { t } = useText();
  const profile = useProfile();
  useGuard();
  return (
    <div className="wide grid gap-x-12 gap-y-6 py-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-10">
      <noscript>
        <p className="font-semibold lg:col-span-2">{t('account.needsScripts')}</p>
      </noscript>
      <nav aria-label={t('account.mine')} className="unscripted:hidden">
        <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-2 [scrollbar-width:none] lg:mx-0 lg:grid lg:gap-1 lg:px-0">
          {ways.map(([path, name]) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === accountPath}
                className="flex min-h-11 items-center whitespace-nowrap rounded-petal-small border border-line px-4 aria-[current=page]:border-leaf aria-[current=page]:bg-leaf-tint aria-[current=page]:font-semibold hover:text-leaf lg:border-transparent"
              >
                {t(name)}
              </NavLink>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => void logOut()}
              className="flex min-h-11 items-center whitespace-nowrap px-4 text-leaf underline underline-offset-4"
            >
              {t('account.logOut')}
            </button>
          </li>
        </ul>
      </nav>
      <div className="grid min-w-0 content-start gap-6 unscripted:hidden">
        {profile ? <Outlet /> : <Shape label={t('shop.loading')} />}
        <title>{t('shop.pageTitle', { page: t('account.mine'), shop: shop.name })}</title>
        <meta name="robots" content="noindex" />
      </div>
    </div>
  );
}

/** Guests are led to the login, and back (accounts 6). */
function useGuard(): void {
  const { t } = useText();
  const { notify } = useNotices();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const stranger = session.state === 'anonymous' && !session.ended;
  useEffect(() => {
    openAccounts().catch(() => {});
  }, []);
  useEffect(() => {
    if (!stranger) return;
    notify({ kind: 'warning', message: t('problem.not_logged_in') });
    navigate(loginPathFor(pathname), { replace: true });
  }, [stranger, notify, navigate, pathname, t]);
}
