import { imagePath } from '../../paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';

/** The header of a category: name and description, with the picture of its group beside them. */
export function CategoryHead({
  name,
  description,
  count,
  image,
  narrowImage = image,
  large,
}: {
  name: string;
  description: string;
  count: string;
  image: string;
  narrowImage?: string | undefined;
  /** Whether it heads a group of categories rather than a single one. */
  large: boolean;
}) {
  if (!image) {
    return (
      <>
        <PageTitle count={count}>{name}</PageTitle>
        {description && <p className="mt-2 max-w-prose text-muted">{description}</p>}
      </>
    );
  }
  return (
    <div
      className={`grid grid-cols-[minmax(min(100%,9rem),8fr)_minmax(0,5fr)] overflow-hidden rounded-petal bg-surface-muted md:grid-cols-2 ${large ? 'min-h-24 md:min-h-32' : 'min-h-24'}`}
    >
      <div className="flex flex-col justify-center px-4 py-3 md:px-8">
        <PageTitle count={count}>{name}</PageTitle>
        {description && <p className="mt-1 max-w-prose text-muted max-sm:text-sm">{description}</p>}
      </div>
      <div className="relative">
        <picture>
          <source media="(width >= 48rem)" srcSet={imagePath([1200, 480], image)} />
          <img
            src={imagePath([310, 300], narrowImage, 'fit')}
            alt=""
            width={310}
            height={300}
            fetchPriority="high"
            decoding="async"
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      </div>
    </div>
  );
}
