import { useEffect, useRef } from 'react';
import { categoryPath, imagePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/menu-messages.ts';
import { prepareProducts } from '../../product/components/product-prefetch.ts';
import { Icon } from '../../ui/icons.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { sidebarPanel } from '../../ui/panels/panel-ids.ts';
import { useSubmenuPath } from '../../ui/panels/submenu-pointer-path.ts';
import { type MenuNode, menuTrail } from './category-menu.ts';

/**
 * All categories, one level at a time. It is loaded on the first interaction and starts the second stage of
 * lists.
 */
export function CategorySidebar({ menu }: { menu: readonly MenuNode[] }) {
  useEffect(prepareProducts, []);
  const { t, label } = useText();
  const { path, leaving, enter, back } = useSubmenuPath();
  const trail = menuTrail(menu, path);
  const currentNode = trail.at(-1);
  const leave = useFocusOnLeft(path, back);
  return (
    <Panel
      name={sidebarPanel}
      title={t('nav.categories')}
      closeLabel={t('nav.closeMenu')}
      side="start"
      footer={<LanguageSwitch className="language" />}
    >
      <nav aria-label={t('nav.categories')} className="overflow-x-clip">
        {currentNode ? (
          <Level key={currentNode.url_path} leaving={leaving}>
            <BackButton label={label(currentNode.name)} onClick={leave} />
            <ul>
              <Row
                node={{
                  ...currentNode,
                  name: t('nav.allIn', { category: label(currentNode.name) }),
                  children: [],
                }}
                enter={enter}
              />
              {currentNode.children?.map((node) => (
                <Row key={node.url_path} node={node} enter={enter} />
              ))}
            </ul>
          </Level>
        ) : (
          <ul>
            {menu.map((node) => (
              <Row key={node.url_path} node={node} enter={enter} />
            ))}
          </ul>
        )}
      </nav>
    </Panel>
  );
}

/** After going back up, moves the focus to the button that led down; its level is rendered again. */
function useFocusOnLeft(path: readonly string[], back: () => void) {
  const left = useRef<string>(undefined);
  useEffect(() => {
    if (left.current === undefined || path.includes(left.current)) return;
    document.getElementById(idOf(left.current))?.focus();
    left.current = undefined;
  }, [path]);
  return () => {
    left.current = path.at(-1);
    back();
  };
}

const idOf = (urlPath: string) => `below-${urlPath}`;

function Level({ leaving, children }: { leaving: boolean; children: React.ReactNode }) {
  return (
    <div
      className={`transition-[translate,opacity] duration-300 starting:translate-x-8 starting:opacity-0 ${leaving ? 'translate-x-8 opacity-0' : ''}`}
    >
      {children}
    </div>
  );
}

function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed has gone with its level, so the focus moves here.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button
      ref={button}
      type="button"
      onClick={onClick}
      className="wrap-anywhere flex min-h-12 w-full items-center gap-3 text-left font-bold hover:text-accent"
    >
      <Icon name="right" className="size-5 rotate-180" />
      <span className="sr-only">{t('nav.back')}: </span>
      {label}
    </button>
  );
}

function Row({ node, enter }: { node: MenuNode; enter: (path: string) => void }) {
  const { t, label } = useText();
  return (
    <li className="flex items-center border-divider not-first:border-t">
      <PageLink
        to={categoryPath(node)}
        className="wrap-anywhere flex min-h-12 min-w-0 flex-1 items-center gap-3 py-1.5 hover:text-accent hover:underline"
      >
        {node.image && (
          <img
            src={imagePath([150, 150], node.image, 'fit')}
            alt=""
            width={150}
            height={150}
            loading="lazy"
            decoding="async"
            className="size-11 shrink-0 rounded-petal-small bg-picture object-cover"
          />
        )}
        {label(node.name)}
      </PageLink>
      {node.children && (
        <button
          id={idOf(node.url_path)}
          type="button"
          aria-label={t('nav.subcategoriesOf', { category: label(node.name) })}
          onClick={() => enter(node.url_path)}
          className="flex size-12 shrink-0 items-center justify-center hover:text-accent"
        >
          <Icon name="right" className="size-5" />
        </button>
      )}
    </li>
  );
}
