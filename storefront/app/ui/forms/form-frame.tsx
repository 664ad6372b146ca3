import { shop } from '@fynbos/core/shop.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { PageHead } from '../page-head.tsx';
import { PageTitle } from '../page-title.tsx';

/** A page with one form on it. */
export function AuthFrame({
  title,
  children,
  beside,
}: {
  title: string;
  children: React.ReactNode;
  /** The alternative: registration or login. */
  beside?: React.ReactNode;
}) {
  const { t } = useText();
  return (
    <div className="page-width grid gap-8 py-8 md:py-12 lg:grid-cols-[minmax(0,32rem)_minmax(0,24rem)] lg:justify-center lg:gap-16">
      <PageHead title={t('shop.pageTitle', { page: title, shop: shop.name })} noIndex />
      <div className="grid content-start gap-6">
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      {beside && (
        <aside className="grid content-start gap-3 self-start rounded-petal bg-surface-muted p-6">
          {beside}
        </aside>
      )}
    </div>
  );
}
