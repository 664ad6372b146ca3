import { speaks } from '@fynbos/core/content/language.ts';
import { Link } from 'react-router';
import type { MenuNode } from '../catalogue/menu.ts';
import type { FooterMenu, MenuLine } from '../content/load-menus.ts';
import { usePageName } from '../content/page-name.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/content-messages.ts';
import { DataUseForm } from '../network/data-use-form.tsx';
import { categoryPath } from '../paths.ts';

const link = 'inline-flex min-h-11 items-center leading-tight underline-offset-4 hover:underline';
// The last of an odd number has the row to itself on a phone: words of law are long.
const column = 'min-w-0 hyphens-auto wrap-anywhere max-sm:last:odd:col-span-2';

/** The ways into the shop once more; then help, shop and law, as the shop's own menus say it; and how much may be fetched. */
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
                <Link to={categoryPath(node)} className={link}>
                  {node.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {menus.length > 0 && (
        <div className="grid gap-x-5 gap-y-8 border-current/25 border-t pt-6 max-sm:grid-cols-2 sm:grid-cols-3">
          {menus.map((one) => (
            <nav key={one.identifier} aria-labelledby={one.identifier} className={column}>
              <p id={one.identifier} className="font-bold">
                {nameOf(one)}
              </p>
              <ul>
                {one.lines.map((line) => (
                  <Line key={line.identifier} line={line} name={nameOf(line)} />
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

/** In English where nothing else is known. */
function Line({ line, name }: { line: MenuLine; name: string }) {
  const { locale } = useText();
  const isOther = name === line.name && !speaks(locale, line.lang);
  return (
    <li lang={isOther ? line.lang : undefined}>
      {line.path ? (
        <Link to={line.path} className={link}>
          {name}
        </Link>
      ) : (
        name
      )}
    </li>
  );
}
