import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { categoryPath } from '../paths.ts';
import type { CategoryLink } from './load-category.ts';

/** The entrances of the shop. Two rows to swipe through on a phone. */
export function CategoryTiles({ categories }: { categories: readonly CategoryLink[] }) {
  const { t } = useText();
  return (
    <nav aria-labelledby="entrances">
      <h2 id="entrances" className="mb-4 font-bold text-2xl tracking-tight md:text-3xl">
        {t('home.shopBy')}
      </h2>
      <ul className="-mx-4 grid snap-x scroll-px-4 auto-cols-[44%] grid-flow-col grid-rows-2 gap-3 overflow-x-auto px-4 pb-2 sm:auto-cols-[30%] md:mx-0 md:grid-flow-row md:grid-cols-4 md:grid-rows-none md:overflow-visible md:px-0 lg:grid-cols-6">
        {categories.map((category) => (
          <li key={category.id} className="snap-start">
            <Link
              to={categoryPath(category)}
              prefetch="intent"
              className="flex h-full min-h-20 items-end rounded-petal bg-sunken p-4 font-semibold leading-tight hover:bg-leaf-tint hover:text-leaf"
            >
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
