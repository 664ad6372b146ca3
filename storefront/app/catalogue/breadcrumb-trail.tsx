import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { categoryPath, homePath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';

/** The way back to the top; the last crumb is the page itself. One line on a phone, where the title says the last. */
export function BreadcrumbTrail({ crumbs, here }: { crumbs: readonly Crumb[]; here: string }) {
  const { t } = useText();
  return (
    <nav aria-label={t('nav.breadcrumbs')} className="py-1 text-sm sm:py-2">
      <ol className="-mx-4 flex items-center gap-x-1 overflow-x-auto whitespace-nowrap px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        <CrumbLink to={homePath} name={t('nav.home')} />
        {crumbs.map((crumb) => (
          <CrumbLink key={crumb.url_path} to={categoryPath(crumb)} name={crumb.name} />
        ))}
        <li aria-current="page" className="py-2 text-soft max-sm:sr-only">
          {here}
        </li>
      </ol>
    </nav>
  );
}

function CrumbLink({ to, name }: { to: string; name: string }) {
  return (
    <li className="flex items-center gap-x-1">
      <Link
        to={to}
        className="inline-flex min-h-9 items-center underline-offset-4 hover:text-leaf hover:underline"
      >
        {name}
      </Link>
      <Icon name="right" className="size-3.5 text-soft max-sm:in-[li:nth-last-child(2)]:hidden" />
    </li>
  );
}
