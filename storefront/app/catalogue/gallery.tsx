import type { MediaItem } from '@fynbos/core/catalogue/entities.ts';
import { useRef } from 'react';
import { useText } from '../i18n/text-context.tsx';
import { imagePath } from '../paths.ts';

/** The pictures of a product, the leading one first, each once; placeholders are dropped (wire contract 8.5). */
export function galleryImages(
  leading: readonly (string | undefined)[],
  media: readonly MediaItem[],
): string[] {
  const pictures = media.filter((item) => item.typ !== 'video').toSorted((one, other) => one.pos - other.pos);
  const all = [...leading, ...pictures.map((item) => item.image)];
  return [...new Set(all.filter((image): image is string => Boolean(image) && image !== 'no_selection'))];
}

/** Pictures to swipe through; the small ones below lead to each. */
export function Gallery({ images, name }: { images: readonly string[]; name: string }) {
  const { t } = useText();
  const strip = useRef<HTMLUListElement>(null);
  const shown = images.length > 0 ? images : [''];
  const scrollTo = (index: number) => {
    const list = strip.current!;
    list.scrollTo({ left: list.clientWidth * index });
  };
  return (
    <div className="lg:sticky lg:top-6">
      <ul
        ref={strip}
        tabIndex={shown.length > 1 ? 0 : undefined}
        aria-label={t('product.gallery', { product: name })}
        className="flex snap-x snap-mandatory scroll-smooth overflow-x-auto rounded-petal stage [scrollbar-width:none]"
      >
        {shown.map((image, index) => (
          <li
            key={image}
            className="h-[35svh] min-h-48 w-full shrink-0 snap-center sm:h-[50svh] lg:aspect-square lg:h-auto lg:max-h-[75dvh]"
          >
            <img
              src={imagePath([600, 744], image)}
              alt={altOf(t, name, image, index, shown.length)}
              width={600}
              height={744}
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : 'auto'}
              decoding="async"
              className="size-full object-contain"
            />
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-2 sm:mt-3 unscripted:hidden">
          {shown.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                onClick={() => scrollTo(index)}
                className="size-11 overflow-hidden sm:size-16 rounded-petal-small border border-line bg-ground hover:border-leaf"
              >
                <img
                  src={imagePath([150, 150], image)}
                  alt={altOf(t, name, image, index, shown.length)}
                  width={150}
                  height={150}
                  loading="lazy"
                  className="size-full object-contain"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function altOf(
  t: ReturnType<typeof useText>['t'],
  product: string,
  image: string,
  index: number,
  total: number,
): string {
  if (image === '') return t('product.noImage');
  return total > 1 ? t('product.image', { number: index + 1, total, product }) : product;
}
