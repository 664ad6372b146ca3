import { categoryPath, imagePath } from '../../paths.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import type { Collection, CollectionId } from '../state/home-collections.ts';
import { ProductStrip } from './product-strip.tsx';

/** Background of each collection's panel, so that shoppers recognise it. */
const panelColours: Record<CollectionId, string> = {
  newProducts: 'lg:bg-inverse lg:text-on-inverse',
  specials: 'lg:bg-promotion lg:text-on-accent',
  bestsellers: 'lg:bg-accent-subtle lg:text-default',
  inspirations: 'lg:bg-surface-muted lg:text-default',
};

/** A collection: its name and its products. On a wide screen the name is in a panel with a picture. */
export function CollectionRow({
  collection,
  picture,
  text,
}: {
  collection: Collection;
  picture?: string;
  text?: MessageId;
}) {
  const { t } = useText();
  const title = t(`home.${collection.id}`);
  return (
    <section
      aria-labelledby={collection.id}
      className="lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] lg:gap-6"
    >
      <div
        className={`mb-4 flex items-center justify-between gap-x-4 overflow-hidden lg:mb-0 lg:flex-col lg:items-start lg:justify-start lg:rounded-petal lg:p-6 ${panelColours[collection.id]}`}
      >
        <div>
          <h2 id={collection.id} className="font-bold text-2xl tracking-tight md:text-3xl">
            {title}
          </h2>
          {text && <p className="text-muted lg:mt-2 lg:text-inherit lg:text-lg">{t(text)}</p>}
        </div>
        {collection.url_path && (
          <PrefetchLink
            to={categoryPath({ ...collection, url_path: collection.url_path })}
            className="inline-flex min-h-11 shrink-0 items-center gap-1 font-semibold underline underline-offset-4 max-lg:text-accent lg:mt-1"
          >
            {t('home.seeAll')}
            <span className="sr-only">: {title}</span>
            <Icon name="right" className="size-4" />
          </PrefetchLink>
        )}
        {picture && (
          <img
            src={imagePath([720, 720], picture, 'fit')}
            alt=""
            width={720}
            height={720}
            loading="lazy"
            decoding="async"
            className="-mx-6 mt-auto -mb-6 hidden w-[calc(100%+3rem)] max-w-none flex-1 object-cover pt-6 lg:block"
          />
        )}
      </div>
      <ProductStrip products={collection.products} />
    </section>
  );
}
