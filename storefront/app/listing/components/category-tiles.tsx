import { categoryPath, imagePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import type { Entrance } from '../state/load-category.ts';

/** The top categories of the shop as round pictures. On a phone they form two rows to swipe through. */
export function CategoryTiles({ categories }: { categories: readonly Entrance[] }) {
  const { t, label } = useText();
  return (
    <nav aria-labelledby="entrances">
      <h2 id="entrances" className="mb-4 font-bold text-2xl tracking-tight md:text-3xl">
        {t('home.shopBy')}
      </h2>
      <ul className="-mx-4 grid snap-x scroll-px-4 auto-cols-[27%] grid-flow-col grid-rows-2 gap-3 overflow-x-auto px-4 pt-1 pb-2 sm:auto-cols-[18%] md:mx-0 md:grid-flow-row md:grid-cols-6 md:grid-rows-none md:gap-x-4 md:gap-y-6 md:overflow-visible md:px-0 lg:grid-cols-9">
        {categories.map((category) => (
          <li key={category.id} className="snap-start">
            <PrefetchLink
              to={categoryPath(category)}
              className="group flex h-full flex-col items-center gap-2 rounded-petal-small text-center hover:text-accent"
            >
              <span className="block aspect-square w-full max-w-32 overflow-hidden rounded-full bg-picture ring-accent group-hover:ring-2">
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
              <span className="hyphens-auto wrap-anywhere px-1 font-semibold text-sm leading-tight md:text-base">
                {label(category.name)}
              </span>
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
