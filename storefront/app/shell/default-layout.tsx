import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { useAccountShell } from '../accounts/components/account-shell-loader.ts';
import { type FooterMenu, loadFooterMenus } from '../content/state/load-footer-menus.ts';
import { cartPath, homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { type DocumentData, documentData, readData } from '../platform/pages/document-data.ts';
import { hasStoredState, readOwn } from '../platform/storage/store-view-storage.ts';
import { hydrateOnInteraction } from '../ui/loading/hydrate-on-interaction.tsx';
import { AccountSync } from './account/account-sync.tsx';
import { LateParts, usePart } from './deferred-parts-loader.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { MenuNode } from './menu/category-menu.ts';
import { loadMenu } from './menu/load-menu.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { useRouteFocus } from './route-focus.ts';

const CategorySidebar = hydrateOnInteraction(
  async () => (await import('./menu/category-sidebar.lazy.tsx')).CategorySidebar,
);
const BottomNav = hydrateOnInteraction(
  async () => (await import('./bottom-nav.lazy.tsx')).BottomNav,
  hasStoredState,
);
const DeliveryStrip = hydrateOnInteraction(
  async () => (await import('./delivery-strip.lazy.tsx')).DeliveryStrip,
  hasStoredState,
);
const NetworkNotices = hydrateOnInteraction(
  async () => (await import('./network/network-status.lazy.tsx')).NetworkNotices,
);
const SearchPanel = hydrateOnInteraction(
  async () => (await import('../search/search-panel.lazy.tsx')).SearchPanel,
);

interface LayoutData {
  menu: MenuNode[];
  menus: FooterMenu[];
}

/** Loads the category menu and the footer menus; if they cannot be loaded, the page is shown without them. */
export async function loader({ request }: { request: Request }): Promise<DocumentData<LayoutData>> {
  const [menu, menus] = await Promise.all([
    loadMenu({ request }).catch(() => []),
    loadFooterMenus(request).catch(() => []),
  ]);
  return documentData<LayoutData>({ menu, menus });
}

/**
 * The menus are part of the document and are not sent again with every page; only retrying a page reloads
 * them.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** The layout of nearly every page: header, page, footer, and the panels over them. */
export default function DefaultLayout({ loaderData }: { loaderData: DocumentData<LayoutData> }) {
  const { menu, menus } = readData(loaderData);
  const { t } = useText();
  const AccountShell = useAccountShell();
  useRouteFocus();
  return (
    <>
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      <Header menu={menu} />
      <DeliveryStrip />
      <OfflineNotice />
      <NetworkNotices />
      <UnpaidNotice />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <LateParts />
      <Footer menu={menu} menus={menus} />
      <BottomNav />
      <CategorySidebar menu={menu} />
      <SearchPanel menu={menu} />
      {AccountShell && (
        <>
          <AccountShell />
          <AccountSync />
        </>
      )}
    </>
  );
}

const isForUnpaid = (pathname: string) => pathname === homePath || pathname === cartPath;
const mayBeUnpaid = (pathname: string) => isForUnpaid(pathname) && readOwn('current-payment') !== undefined;

/** An order of this browser that is not paid yet: shown above the home page and the cart. */
function UnpaidNotice() {
  const { pathname } = useLocation();
  const part = usePart('payment', mayBeUnpaid, pathname);
  return isForUnpaid(pathname) && part;
}
