import { shop, speaks } from '@fynbos/core/shop.ts';
import { BreadcrumbTrail } from '../../catalogue/components/breadcrumbs.tsx';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useSeoTexts } from '../../platform/seo/seo-texts.ts';
import '../../platform/i18n/parts/content-messages.ts';
import { contentPath } from '../../paths.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { ContentCrumb, ShownPage } from '../state/load-content.ts';
import { usePageName } from './use-page-name.ts';

/** The frame of a content page: title, breadcrumbs and language. */
export function ContentFrame({
  page,
  crumbs = [],
  noIndex = false,
  children,
}: {
  page: ShownPage;
  crumbs?: readonly ContentCrumb[];
  noIndex?: boolean;
  children: React.ReactNode;
}) {
  const { t } = useText();
  const seo = useSeoTexts();
  const nameOf = usePageName();
  const lang = useOtherLanguage(page.lang);
  const title = page.meta_title.includes(shop.name)
    ? page.meta_title
    : t('shop.pageTitle', { page: page.meta_title, shop: shop.name });
  return (
    <div className="page-width pb-16">
      <PageHead
        title={title}
        description={page.meta_description || seo.description}
        canonical={contentPath(page.identifier)}
        noIndex={noIndex}
      />
      <BreadcrumbTrail
        crumbs={crumbs.map((crumb) => ({ ...crumb, name: nameOf({ ...crumb, identifier: crumb.url_path }) }))}
        current={nameOf({ ...page, name: page.title })}
      />
      <div lang={lang}>
        <PageTitle>{page.content_heading}</PageTitle>
      </div>
      {lang && (
        <p className="mt-3 inline-block rounded-petal-small bg-accent-subtle px-3 py-1 font-semibold text-sm">
          {t('content.inEnglish')}
        </p>
      )}
      {children}
    </div>
  );
}

/** The language of a text if it differs from that of its page (spec D39). */
export function useOtherLanguage(lang: string): string | undefined {
  return speaks(useText().locale, lang) ? undefined : lang;
}
