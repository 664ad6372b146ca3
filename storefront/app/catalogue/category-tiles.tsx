import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { categoryPath, imagePath } from '../paths.ts';
import type { Entrance } from './load-category.ts';

/** The entrances of the shop. Two rows to swipe through on a phone. */
export function CategoryTiles({ categories }: { categories: readonly Entrance[] }) {
  const { t } = useText();
  return (
    <nav aria-labelledby="entrances">
      <h2 id="entrances" className="mb-4 font-bold text-2xl tracking-tight md:text-3xl">
        {t('home.shopBy')}
      </h2>
      <ul className="-mx-4 grid snap-x scroll-px-4 auto-cols-[58%] grid-flow-col grid-rows-2 gap-3 overflow-x-auto px-4 pb-2 sm:auto-cols-[30%] md:mx-0 md:grid-flow-row md:grid-cols-3 md:grid-rows-none md:overflow-visible md:px-0 lg:grid-cols-5">
        {categories.map((category) => (
          <li key={category.id} className="snap-start">
            <Link
              to={categoryPath(category)}
              prefetch="intent"
              className="group flex h-full min-h-20 items-center overflow-hidden rounded-petal bg-sunken font-semibold leading-tight hover:bg-leaf-tint hover:text-leaf"
            >
              <span className="min-w-0 flex-1 hyphens-auto py-3 pl-4">{category.name}</span>
              {pictureOf(category) && (
                <img
                  src={pictureOf(category)}
                  alt=""
                  width={150}
                  height={150}
                  loading="lazy"
                  decoding="async"
                  className="ml-2 h-full w-18 shrink-0 self-stretch object-cover transition-transform duration-300 group-hover:scale-110"
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** An image of its own may be wide and is cut to the tile, so it is fetched larger. */
function pictureOf({ image, borrowed }: Entrance): string | undefined {
  if (image) return imagePath([310, 300], image);
  return borrowed ? imagePath([150, 150], borrowed) : undefined;
}
