import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { categoryPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { useOpens } from '../ui/panels.tsx';
import { sidebarPanel } from './category-sidebar.tsx';
import type { MenuNode } from './menu.ts';

/** As many as fit in one row of a small desktop; the rest is behind «All categories». */
const inBar = 6;

/** The first categories in a row, on wide screens; pointing at one or tabbing into it shows what is below. */
export function CategoryBar({ menu }: { menu: readonly MenuNode[] }) {
  const { t } = useText();
  const opens = useOpens(sidebarPanel);
  return (
    <nav aria-label={t('nav.main')} className="hidden border-line border-b bg-card lg:block unscripted:block">
      <ul className="wide flex flex-wrap gap-x-1">
        <li className="unscripted:hidden">
          <button
            type="button"
            {...opens}
            className="flex min-h-12 items-center gap-2 pr-4 font-bold hover:text-leaf"
          >
            <Icon name="menu" className="size-5" />
            {t('nav.allCategories')}
          </button>
        </li>
        {menu.map((node, index) => (
          <BarItem key={node.url_path} node={node} late={index >= inBar} />
        ))}
      </ul>
    </nav>
  );
}

/** Without scripts the whole row is there, since nothing else can open the rest. */
function BarItem({ node, late }: { node: MenuNode; late: boolean }) {
  const [dismissed, setDismissed] = useState(false);
  const restore = () => setDismissed(false);
  return (
    <li
      className={`group/bar relative ${late ? 'hidden unscripted:block' : ''}`}
      onPointerLeave={restore}
      onBlur={restore}
      onKeyDown={(event) => event.key === 'Escape' && setDismissed(true)}
    >
      <Link
        to={categoryPath(node)}
        prefetch="intent"
        className="flex min-h-12 items-center px-3 font-medium underline-offset-8 hover:text-leaf hover:underline"
      >
        {node.name}
      </Link>
      {node.children.length > 0 && !late && !dismissed && (
        <ul className="submenu absolute top-full left-0 z-10 w-72 rounded-petal-small border border-line bg-card p-2 shadow-lift">
          {node.children.map((child) => (
            <li key={child.url_path}>
              <Link
                to={categoryPath(child)}
                prefetch="intent"
                className="flex min-h-11 items-center rounded-petal-small px-3 hover:bg-leaf-tint hover:text-leaf"
              >
                {child.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
