import '../../platform/i18n/parts/account-messages.ts';
import { shop } from '@fynbos/core/shop.ts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { type HeadersArgs, NavLink, useLocation, useNavigate, useParams } from 'react-router';
import { openAccounts } from '../../accounts/components/account-shell-loader.ts';
import {
  accountNewsletterPath,
  addressesPath,
  loginPathFor,
  loyaltyCardPath,
  myReviewsPath,
  myStorePath,
  ordersPath,
  profilePath,
  recentlyViewedPath,
} from '../../accounts/state/account-paths.ts';
import { accountPath } from '../../paths.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { notFound } from '../../platform/pages/not-found.ts';
import { privateHeaders } from '../../platform/pages/private-headers.ts';
import { logOut } from '../../platform/session/session.ts';
import { useProfile, useSession } from '../../platform/session/session-state.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingPlaceholder } from '../../ui/loading/loading-placeholder.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';

/** The customer's own pages, by expected use (spec accounts 2.1, spec D36). */
const accountPages: [path: string, name: MessageId][] = [
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

/** The component of each page, by its path below the account's own; each is loaded when it is opened. */
const views: Record<string, React.LazyExoticComponent<React.ComponentType<React.PropsWithChildren>>> = {
  '': lazy(() => import('../../accounts/components/overview-view.lazy.tsx')),
  profile: lazy(() => import('../../accounts/components/profile-view.lazy.tsx')),
  'shipping-details': lazy(() => import('../../accounts/components/addresses/addresses-view.lazy.tsx')),
  newsletter: lazy(() => import('../../newsletter/account-newsletter-view.lazy.tsx')),
  orders: lazy(() => import('../../orders/components/orders-view.lazy.tsx')),
  'orders/*': lazy(() => import('../../orders/components/order-view.lazy.tsx')),
  'orders/*/invoice': lazy(() => import('../../orders/components/invoice-view.lazy.tsx')),
  'my-store': lazy(() => import('../../stores/components/my-store-view.lazy.tsx')),
  'recently-viewed': lazy(() => import('../../list-pages/recently-viewed-view.lazy.tsx')),
  'loyalty-card': lazy(() => import('../../accounts/components/loyalty-card/loyalty-card-view.lazy.tsx')),
  reviews: lazy(() => import('../../reviews/components/my-reviews-view.lazy.tsx')),
};

const LastOrder = lazyComponent(
  async () => (await import('../../orders/components/last-order.lazy.tsx')).LastOrder,
  () => null,
);

/** The key of a page in `views`; all orders share one key. */
const viewOf = (path = '') =>
  path
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/^(orders)\/[^/]+(?=$|\/invoice$)/, '$1/*');

type Params = Record<string, string | undefined>;

/** Account data is loaded only once the customer is known. An unknown path is not found. */
function checkView(params: Params): null {
  if (!Object.hasOwn(views, viewOf(params['*']))) throw notFound('page', 'Route not found');
  return null;
}

export function loader({ params }: { params: Params }) {
  return checkView(params);
}

/** The same in the browser, so that no page of the account waits for the server or needs a network. */
export function clientLoader({ params }: { params: Params }) {
  return checkView(params);
}

export const headers = ({ errorHeaders }: HeadersArgs) => errorHeaders ?? privateHeaders();

/**
 * The layout of all account pages: their navigation and the content. A server renders the frame only; the
 * content is requested with the customer's token. These pages therefore need scripts, and say so.
 */
export default function AccountPage() {
  const { t } = useText();
  const profile = useProfile();
  const View = views[viewOf(useParams()['*'])];
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(content);
  useGuard();
  // Each view has a title of its own.
  const waiting = (
    <>
      <LoadingPlaceholder label={t('shop.loading')} />
      <title>{t('shop.pageTitle', { page: t('account.mine'), shop: shop.name })}</title>
    </>
  );
  // On a phone the navigation is one row that scrolls sideways.
  useEffect(() => {
    const currentLink = list.current?.querySelector('[aria-current=page]');
    currentLink?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div className="page-width grid grid-cols-1 gap-x-12 gap-y-6 py-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-10">
      <noscript>
        <p className="font-semibold lg:col-span-2">{t('account.needsScripts')}</p>
      </noscript>
      <nav aria-label={t('account.mine')} className="min-w-0 noscript:hidden print:hidden">
        <ul
          ref={list}
          className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-2 [scrollbar-width:none] lg:mx-0 lg:grid lg:gap-1 lg:px-0"
        >
          {accountPages.map(([path, name]) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === accountPath}
                className="flex min-h-11 items-center whitespace-nowrap rounded-petal-small border border-divider bg-page px-4 aria-[current=page]:border-accent aria-[current=page]:bg-accent-subtle aria-[current=page]:font-semibold hover:text-accent lg:border-transparent"
              >
                {t(name)}
              </NavLink>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => void logOut()}
              className="flex min-h-11 items-center whitespace-nowrap bg-page px-4 text-accent underline underline-offset-4"
            >
              {t('account.logOut')}
            </button>
          </li>
        </ul>
      </nav>
      <div ref={content} className="grid min-w-0 content-start gap-6 noscript:hidden">
        {profile && View ? (
          <Suspense fallback={waiting}>
            <View>{View === views[''] && <LastOrder key={profile.id} />}</View>
          </Suspense>
        ) : (
          waiting
        )}
        <meta name="robots" content="noindex" />
      </div>
    </div>
  );
}

/**
 * When the element in use disappears, such as the form of a saved address, the focus goes to the heading of its section,
 * or of the page. Otherwise a phone would show whatever is then at this height.
 */
function useFocusAfterRemoval(content: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = content.current;
    if (!page) return undefined;
    let used: { element: Element; section: Element | null; path: string } | undefined;
    const onUse = ({ target }: Event) => {
      // Only elements receive these events.
      const element = target as Element;
      used = { element, section: element.closest('section'), path: location.pathname };
    };
    const observer = new MutationObserver(() => {
      if (!used || used.element.isConnected) return;
      const { section, path } = used;
      used = undefined;
      // A navigation moves focus and view by itself.
      if (document.activeElement !== document.body || location.pathname !== path) return;
      const title = section?.isConnected ? section.querySelector('h2') : page.querySelector('h1');
      title?.focus();
    });
    observer.observe(page, { childList: true, subtree: true });
    for (const event of ['focusin', 'pointerdown']) page.addEventListener(event, onUse);
    return () => {
      observer.disconnect();
      for (const event of ['focusin', 'pointerdown']) page.removeEventListener(event, onUse);
    };
  }, [content]);
}

/** Redirects guests to the login, and back after it (spec accounts 6). */
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
