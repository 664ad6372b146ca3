import { categoryPath, imagePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import type { Entrance } from '../state/load-category.ts';

/** The top categories of the shop. On a phone they form two rows to swipe through. */
export function CategoryTiles({ categories }: { categories: readonly Entrance[] }) {
  const { t } = useText();
  return (
    <nav aria-labelledby="entrances">
      <h2 id="entrances" className="mb-4 font-bold text-2xl tracking-tight md:text-3xl">
        {t('home.shopBy')}
      </h2>
      <ul className="-mx-4 grid snap-x scroll-px-4 auto-cols-[31%] grid-flow-col grid-rows-2 gap-3 overflow-x-auto px-4 pb-2 sm:auto-cols-[21%] md:mx-0 md:grid-flow-row md:grid-cols-6 md:grid-rows-none md:gap-4 md:overflow-visible md:px-0">
        {categories.map((category) => (
          <li key={category.id} className="snap-start">
            <PrefetchLink
              to={categoryPath(category)}
              className="group flex h-full flex-col overflow-hidden rounded-petal bg-surface-muted hover:bg-accent-subtle hover:text-accent"
            >
              <span className="aspect-4/3 overflow-hidden bg-picture">
                <img
                  src={imagePath([310, 300], category.image || category.borrowed, 'fit')}
                  alt=""
                  width={310}
                  height={300}
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover transition-transform duration-300 group-hover:scale-105"
                />
              </span>
              <span className="flex flex-1 items-center hyphens-auto wrap-anywhere px-3 py-2 font-semibold text-sm leading-tight md:px-4 md:py-3 md:text-base">
                {category.name}
              </span>
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
