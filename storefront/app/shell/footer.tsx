import type { FooterMenu } from '../content/state/load-footer-menus.ts';
import { inView, newsletterPath, orderTrackingPath, privacyChoicesPath } from '../paths.ts';
import { isAtHome } from '../platform/api/api-settings.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { hasStoredState } from '../platform/storage/store-view-storage.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { hydrateOnInteraction } from '../ui/loading/hydrate-on-interaction.tsx';
import { Logo } from '../ui/logo.tsx';
import { NoticeHistory } from '../ui/notices/notice-history.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { MenuNode } from './menu/category-menu.ts';

const FooterLinks = hydrateOnInteraction(
  async () => (await import('./shop-links.lazy.tsx')).FooterLinks,
  hasStoredState,
);

/** Plain links; the code is loaded on the first interaction. */
const FooterMenus = hydrateOnInteraction(async () => (await import('./footer-menus.lazy.tsx')).FooterMenus);

const links = [
  [orderTrackingPath, 'nav.trackOrder'],
  [privacyChoicesPath, 'consent.title'],
] as const;

/** The footer: it states that prices include VAT (spec D17), and repeats the links into the shop. */
export function Footer({ menu, menus }: { menu: readonly MenuNode[]; menus: readonly FooterMenu[] }) {
  const { t } = useText();
  return (
    <footer className="behind-panels wrap-anywhere mt-auto bg-inverse pt-10 pb-12 text-on-inverse">
      <div className="page-width grid grid-cols-1 gap-10 lg:grid-cols-[1fr_2fr]">
        <div className="grid grid-cols-1 content-start gap-4">
          <Logo />
          <p>{t(isAtHome() ? 'shop.tagline' : 'shop.taglineAbroad')}</p>
          <p className="font-semibold">{t('shop.vatNote')}</p>
          <NewsletterSignup />
          <FooterLinks />
          <LanguageSwitch className="language" />
          {links.map(([path, name]) => (
            <PageLink key={path} to={path} className="inline-flex min-h-11 items-center underline">
              {t(name)}
            </PageLink>
          ))}
          <NoticeHistory label={t('notice.history')} />
        </div>
        <FooterMenus menu={menu} menus={menus} />
      </div>
    </footer>
  );
}

/** A plain form that posts to the newsletter page, with or without scripts. */
function NewsletterSignup() {
  const { t } = useText();
  return (
    <form method="post" action={inView(newsletterPath)} className="language">
      <p className="font-semibold">{t('newsletter.offer')}</p>
      <label htmlFor="newsletter">{t('newsletter.email')}</label>
      <input id="newsletter" name="email" type="email" autoComplete="email" required />
      <button type="submit">{t('newsletter.subscribe')}</button>
    </form>
  );
}
