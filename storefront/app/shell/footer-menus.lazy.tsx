import { speaks } from '@fynbos/core/shop.ts';
import { useState } from 'react';
import { usePageName } from '../content/components/use-page-name.ts';
import type { FooterMenu, FooterMenuItem } from '../content/state/load-footer-menus.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { MenuNode } from './menu/category-menu.ts';
import '../platform/i18n/parts/content-messages.ts';
import { categoryPath } from '../paths.ts';
import { DataUseForm } from './network/data-use-form.tsx';

const link = 'inline-flex min-h-11 items-center leading-tight underline-offset-4 hover:underline';

/**
 * Links to the categories; then help, shop and legal links from the shop's own menus; and the data-use
 * setting. On a phone each list opens under its name.
 */
export function FooterMenus({ menu, menus }: { menu: readonly MenuNode[]; menus: readonly FooterMenu[] }) {
  const { t, label } = useText();
  const nameOf = usePageName();
  return (
    <div className="grid gap-4 sm:gap-8">
      <div className="grid border-current/25 max-sm:border-b sm:gap-8">
        {menu.length > 0 && (
          <FooterList id="footer-categories" name={t('nav.allCategories')}>
            <ul className="pb-2 sm:columns-3 sm:gap-8">
              {menu.map((node) => (
                <li key={node.url_path} className="break-inside-avoid">
                  <PageLink to={categoryPath(node)} className={link}>
                    {label(node.name)}
                  </PageLink>
                </li>
              ))}
            </ul>
          </FooterList>
        )}
        {menus.length > 0 && (
          <div className="grid border-current/25 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-8 sm:border-t sm:pt-6">
            {menus.map((footerMenu) => (
              <FooterList key={footerMenu.identifier} id={footerMenu.identifier} name={nameOf(footerMenu)}>
                <ul className="pb-2">
                  {footerMenu.items.map((item) => (
                    <MenuItemRow key={item.identifier} item={item} name={nameOf(item)} />
                  ))}
                </ul>
              </FooterList>
            ))}
          </div>
        )}
      </div>
      <DataUseForm />
    </div>
  );
}

/** A list of links under its name. On a phone it is closed at first; without scripts it is open. */
function FooterList({ id, name, children }: { id: string; name: string; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <nav
      aria-labelledby={id}
      className="min-w-0 hyphens-auto wrap-anywhere border-current/25 max-sm:border-t"
    >
      <p id={id} className="font-bold max-sm:hidden noscript:block">
        {name}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center justify-between gap-4 text-left font-bold sm:hidden noscript:hidden"
      >
        {name}
        <Icon name="down" className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={`${id}-list`} className={isOpen ? '' : 'max-sm:hidden noscript:block'}>
        {children}
      </div>
    </nav>
  );
}

/** The name is in English if no translation is known. */
function MenuItemRow({ item, name }: { item: FooterMenuItem; name: string }) {
  const { locale } = useText();
  const isOther = name === item.name && !speaks(locale, item.lang);
  return (
    <li lang={isOther ? item.lang : undefined}>
      {item.path ? (
        <PageLink to={item.path} className={link}>
          {name}
        </PageLink>
      ) : (
        name
      )}
    </li>
  );
}
