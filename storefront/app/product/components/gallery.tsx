import type { MediaItem } from '@fynbos/core/catalogue/entities.ts';
import { picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { imagePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

/** Loaded lazily, because few shoppers zoom. */
const ZoomDialog = lazy(async () => ({ default: (await import('./zoom-dialog.lazy.tsx')).ZoomDialog }));

/**
 * The pictures of a product, the leading ones first, each once. Placeholders are dropped (wire contract
 * 8.5).
 */
export function galleryImages(
  leading: readonly (string | undefined)[],
  media: readonly MediaItem[],
): string[] {
  const pictures = media.filter((item) => item.typ !== 'video').toSorted((a, b) => a.pos - b.pos);
  const all = [...leading, ...pictures.map((item) => item.image)];
  return [...new Set(all.filter((image): image is string => Boolean(image) && image !== 'no_selection'))];
}

/**
 * Pictures to swipe or to step through with the arrow keys. A thumbnail leads to each picture; each opens
 * enlarged.
 */
export function Gallery({ images, name }: { images: readonly string[]; name: string }) {
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  const shown = images.length > 0 ? images : [''];
  const scrollTo = (index: number) => {
    const list = strip.current;
    list?.scrollTo({ left: list.clientWidth * index });
    setCurrent(index);
  };
  const stepWithKeys = ({ key, currentTarget }: React.KeyboardEvent<HTMLUListElement>) => {
    const to = stepOf(key, current, shown.length);
    if (to === undefined) return false;
    scrollTo(to);
    const picture = currentTarget.children[to]?.firstElementChild;
    if (picture instanceof HTMLElement) picture.focus({ preventScroll: true });
    return true;
  };
  const pictures = {
    images: shown,
    name,
    current,
    onKeyDown: (event: React.KeyboardEvent<HTMLUListElement>) =>
      stepWithKeys(event) && event.preventDefault(),
  };
  return (
    <div className="min-w-0 lg:sticky lg:top-6">
      <PictureStrip
        {...pictures}
        strip={strip}
        onScroll={setCurrent}
        onOpen={(image) => setZoomed(image !== '')}
      />
      {shown.length > 1 && <Thumbnails {...pictures} onChoice={scrollTo} />}
      {zoomed && (
        <Suspense>
          <ZoomDialog image={shown[current] ?? ''} name={name} onClose={() => setZoomed(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface Pictures {
  images: readonly string[];
  /** The name of the product. */
  name: string;
  /** The index of the shown picture. */
  current: number;
  onKeyDown: (event: React.KeyboardEvent<HTMLUListElement>) => void;
}

function PictureStrip({
  images,
  name,
  current,
  onKeyDown,
  strip,
  onScroll,
  onOpen,
}: Pictures & {
  strip: React.Ref<HTMLUListElement>;
  /** Receives the index of the picture that the strip was scrolled to. */
  onScroll: (index: number) => void;
  onOpen: (image: string) => void;
}) {
  const { t } = useText();
  return (
    <ul
      ref={strip}
      aria-label={t('product.gallery', { product: name })}
      onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
        onScroll(Math.round(scrollLeft / clientWidth))
      }
      onKeyDown={onKeyDown}
      className="flex snap-x snap-mandatory scroll-smooth overflow-x-auto rounded-petal picture-backdrop [scrollbar-width:none]"
    >
      {images.map((image, index) => (
        <li
          key={image}
          className="h-[35svh] min-h-48 w-full shrink-0 snap-center sm:h-[50svh] lg:aspect-square lg:h-auto lg:max-h-[75dvh]"
        >
          <a
            href={image && picturePath([1200, 1488], image)}
            tabIndex={index === current ? 0 : -1}
            onClick={(event) => {
              event.preventDefault();
              onOpen(image);
            }}
            className="block size-full cursor-zoom-in -outline-offset-4"
          >
            <img
              src={imagePath([600, 744], image)}
              alt={altOf(t, name, image, { index, total: images.length })}
              width={600}
              height={744}
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : 'auto'}
              decoding="async"
              className="size-full object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Thumbnails({
  images,
  name,
  current,
  onKeyDown,
  onChoice,
}: Pictures & { onChoice: (index: number) => void }) {
  const { t } = useText();
  return (
    <ul onKeyDown={onKeyDown} className="mt-2 flex flex-wrap gap-2 sm:mt-3 noscript:hidden">
      {images.map((image, index) => (
        <li key={image}>
          <button
            type="button"
            onClick={() => onChoice(index)}
            tabIndex={index === current ? 0 : -1}
            aria-current={index === current ? 'true' : undefined}
            className="size-11 overflow-hidden rounded-petal-small border border-divider bg-picture hover:border-accent aria-current:border-2 aria-current:border-accent sm:size-16"
          >
            <img
              src={imagePath([150, 150], image)}
              alt={altOf(t, name, image, { index, total: images.length })}
              width={150}
              height={150}
              loading="lazy"
              className="size-full object-contain"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The index of the picture that a key leads to; undefined if there is none. */
export function stepOf(key: string, current: number, count: number): number | undefined {
  const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 }[key];
  return to !== undefined && to >= 0 && to < count ? to : undefined;
}

function altOf(
  t: ReturnType<typeof useText>['t'],
  product: string,
  image: string,
  { index, total }: { index: number; total: number },
): string {
  if (image === '') return t('product.noImage');
  return total > 1 ? t('product.image', { number: index + 1, total, product }) : product;
}
