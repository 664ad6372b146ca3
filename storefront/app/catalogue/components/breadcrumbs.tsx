import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { categoryPath, homePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';

/**
 * Breadcrumbs to the top; the last crumb is the page itself. A phone shows one line and omits the last
 * crumb, because the title repeats it.
 */
export function BreadcrumbTrail({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  const { t, label } = useText();
  return (
    <nav aria-label={t('nav.breadcrumbs')} className="py-1 text-sm sm:py-2">
      <ol className="-mx-4 flex items-center gap-x-1 overflow-x-auto whitespace-nowrap px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        <CrumbLink to={homePath} name={t('nav.home')} />
        {crumbs.map((crumb) => (
          <CrumbLink key={crumb.url_path} to={categoryPath(crumb)} name={label(crumb.name)} />
        ))}
        <li aria-current="page" className="py-2 text-muted max-sm:sr-only">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function CrumbLink({ to, name }: { to: string; name: string }) {
  return (
    <li className="flex items-center gap-x-1">
      <PageLink
        to={to}
        className="inline-flex min-h-9 items-center underline-offset-4 hover:text-accent hover:underline"
      >
        {name}
      </PageLink>
      <Icon name="right" className="size-3.5 text-muted max-sm:in-[li:nth-last-child(2)]:hidden" />
    </li>
  );
}
