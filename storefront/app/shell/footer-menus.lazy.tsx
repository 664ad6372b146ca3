import { speaks } from '@fynbos/core/content/content-language.ts';
import { usePageName } from '../content/components/use-page-name.ts';
import type { FooterMenu, FooterMenuItem } from '../content/state/load-footer-menus.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { MenuNode } from './menu/category-menu.ts';
import '../platform/i18n/parts/content-messages.ts';
import { categoryPath } from '../paths.ts';
import { DataUseForm } from './network/data-use-form.tsx';

const link = 'inline-flex min-h-11 items-center leading-tight underline-offset-4 hover:underline';
// On a phone the last of an odd number of columns gets the full row: legal terms are long.
const column = 'min-w-0 hyphens-auto wrap-anywhere max-sm:last:odd:col-span-2';

/**
 * Links to the categories; then help, shop and legal links from the shop's own menus; and the data-use
 * setting.
 */
export function FooterMenus({ menu, menus }: { menu: readonly MenuNode[]; menus: readonly FooterMenu[] }) {
  const { t } = useText();
  const nameOf = usePageName();
  return (
    <div className="grid gap-8">
      {menu.length > 0 && (
        <nav aria-label={t('nav.allCategories')}>
          <ul className="columns-2 gap-8 sm:columns-3">
            {menu.map((node) => (
              <li key={node.url_path} className="break-inside-avoid">
                <PageLink to={categoryPath(node)} className={link}>
                  {node.name}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {menus.length > 0 && (
        <div className="grid gap-x-5 gap-y-8 border-current/25 border-t pt-6 max-sm:grid-cols-2 sm:grid-cols-3">
          {menus.map((footerMenu) => (
            <nav key={footerMenu.identifier} aria-labelledby={footerMenu.identifier} className={column}>
              <p id={footerMenu.identifier} className="font-bold">
                {nameOf(footerMenu)}
              </p>
              <ul>
                {footerMenu.items.map((item) => (
                  <MenuItemRow key={item.identifier} item={item} name={nameOf(item)} />
                ))}
              </ul>
            </nav>
          ))}
        </div>
      )}
      <DataUseForm />
    </div>
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
