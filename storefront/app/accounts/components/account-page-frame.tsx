import { shop } from '@fynbos/core/shop.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Title and content of one page of the account. */
export function AccountPageFrame({ title, children }: { title: string; children: React.ReactNode }) {
  const { t } = useText();
  return (
    <>
      <PageHead title={t('shop.pageTitle', { page: title, shop: shop.name })} noIndex />
      <PageTitle>{title}</PageTitle>
      {children}
    </>
  );
}

/** A section of such a page, with its own heading. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid max-w-2xl content-start gap-4 border-divider border-t pt-5">
      <h2 tabIndex={-1} className="font-bold text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
