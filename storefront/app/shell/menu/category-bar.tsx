import { useState } from 'react';
import { categoryPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { sidebarPanel } from '../../ui/panels/panel-ids.ts';
import { useOpens } from '../../ui/panels/panels-provider.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import type { MenuNode } from './category-menu.ts';

/** Width in pixels of the row beside «All categories», on a small and on a larger desktop. */
const rowWidth = { lg: 800, xl: 1060 };
const characterWidth = 8.2;
const padding = 24;

/** From this category on, submenus open to the left. */
const lateFrom = 4;

/**
 * The breakpoint from which each category is in the row. The row takes as many as fit; the others are in
 * «All categories».
 */
function placesInBar(names: readonly string[]): ('lg' | 'xl' | 'no')[] {
  let used = 0;
  return names.map((name) => {
    used += name.length * characterWidth + padding;
    if (used <= rowWidth.lg) return 'lg';
    return used <= rowWidth.xl ? 'xl' : 'no';
  });
}

/** Without scripts the whole row is shown, because the panel with the other categories cannot open. */
const shownFrom = { lg: '', xl: 'hidden xl:block noscript:block', no: 'hidden noscript:block' };

/** The first categories in a row, on wide screens. Hovering or focusing one shows its subcategories. */
export function CategoryBar({ menu }: { menu: readonly MenuNode[] }) {
  const { t, label } = useText();
  const opens = useOpens(sidebarPanel);
  const places = placesInBar(menu.map(({ name }) => label(name)));
  return (
    <nav
      aria-label={t('nav.main')}
      className="hidden border-divider border-b bg-surface lg:block noscript:block"
    >
      <ul className="page-width flex gap-x-1 max-lg:overflow-x-auto lg:flex-wrap">
        <li className="noscript:hidden">
          <button
            type="button"
            {...opens}
            className="flex min-h-12 items-center gap-2 pr-4 font-bold hover:text-accent"
          >
            <Icon name="menu" className="size-5" />
            {t('nav.allCategories')}
          </button>
        </li>
        {menu.map((node, index) => (
          <BarItem key={node.url_path} node={node} place={places[index] ?? 'no'} late={index >= lateFrom} />
        ))}
      </ul>
    </nav>
  );
}

function BarItem({
  node,
  place,
  late,
}: {
  node: MenuNode;
  place: keyof typeof shownFrom;
  /** Whether its submenu would overflow the window on the right. */
  late: boolean;
}) {
  const { label } = useText();
  const [dismissed, setDismissed] = useState(false);
  const restore = () => setDismissed(false);
  return (
    <li
      className={`relative ${shownFrom[place]}`}
      onPointerLeave={restore}
      onBlur={restore}
      onKeyDown={(event) => event.key === 'Escape' && setDismissed(true)}
    >
      <PrefetchLink
        to={categoryPath(node)}
        className="flex min-h-12 items-center whitespace-nowrap px-3 font-medium underline-offset-8 hover:text-accent hover:underline"
      >
        {label(node.name)}
      </PrefetchLink>
      {node.children && place !== 'no' && !dismissed && (
        <ul
          className={`submenu absolute top-full z-10 ${late ? 'right-0' : 'left-0'} w-72 rounded-petal-small border border-divider bg-surface p-2 shadow-lift`}
        >
          {node.children.map((child) => (
            <li key={child.url_path}>
              <PrefetchLink
                to={categoryPath(child)}
                className="flex min-h-11 items-center rounded-petal-small px-3 hover:bg-accent-subtle hover:text-accent"
              >
                {label(child.name)}
              </PrefetchLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
