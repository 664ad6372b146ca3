import { shop } from '@fynbos/core/shop.ts';
import { Link, Outlet } from 'react-router';
import { homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Logo } from '../ui/logo.tsx';

/** Only the name and the page, nothing else that could fail (spec accounts 2.2). */
export default function MinimalLayout() {
  const { t } = useText();
  return (
    <>
      <header className="bg-inverse text-on-inverse">
        <div className="page-width">
          <Link
            to={homePath}
            aria-label={t('nav.homeOf', { shop: shop.name })}
            className="inline-flex h-14 items-center"
          >
            <Logo />
          </Link>
        </div>
      </header>
      <main id="main">
        <Outlet />
      </main>
    </>
  );
}
