import { shop } from '@fynbos/core/shop.ts';
import { Link } from 'react-router';
import { isAtHome } from '../api-settings.ts';
import type { MenuNode } from '../catalogue/menu.ts';
import type { FooterMenu } from '../content/load-menus.ts';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { useText } from '../i18n/text-context.tsx';
import { hasStoredState } from '../kept-here.ts';
import { inView, newsletterPath, orderTrackingPath, privacyChoicesPath } from '../paths.ts';
import { NoticeHistory } from '../ui/notice-history.tsx';
import { whenTouched } from '../ui/when-touched.tsx';
import { Logo } from './logo.tsx';

const FooterLinks = whenTouched(
  async () => (await import('../lists/shop-links.tsx')).FooterLinks,
  hasStoredState,
);

/** Plain links; the code is loaded on the first interaction. */
const FooterMenus = whenTouched(async () => (await import('./footer-menus.tsx')).FooterMenus);

/** The footer: it states that prices include VAT (decision 17), and repeats the links into the shop. */
export function Footer({ menu, menus }: { menu: readonly MenuNode[]; menus: readonly FooterMenu[] }) {
  const { t } = useText();
  return (
    <footer className="mt-auto bg-band pt-10 pb-12 text-on-band">
      <div className="wide grid gap-10 lg:grid-cols-[1fr_2fr]">
        <div className="grid content-start gap-4">
          <Logo name={shop.name} />
          <p>{t(isAtHome() ? 'shop.tagline' : 'shop.taglineAbroad')}</p>
          <p className="font-semibold">{t('shop.vatNote')}</p>
          <NewsletterSignup />
          <FooterLinks />
          <LanguageSwitch className="language" />
          <Link to={orderTrackingPath} className="inline-flex min-h-11 items-center underline">
            {t('nav.trackOrder')}
          </Link>
          <Link to={privacyChoicesPath} className="inline-flex min-h-11 items-center underline">
            {t('consent.title')}
          </Link>
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
      <label htmlFor="newsletter">{t('newsletter.offer')}</label>
      <input id="newsletter" name="email" type="email" autoComplete="email" required />
      <button type="submit">{t('newsletter.subscribe')}</button>
    </form>
  );
}
