import type { Banner } from '../../listing/state/banners.ts';
import { categoryPath, imagePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';

/** The main banner at the top of the shop; its title is the heading of the page. */
export function MainBanner({ banner }: { banner: Banner }) {
  const { t } = useText();
  return (
    <section className="group relative overflow-hidden rounded-petal grid min-h-40 grid-cols-[3fr_2fr] bg-inverse text-on-inverse md:min-h-60 md:grid-cols-[5fr_8fr]">
      <div className="flex flex-col items-start justify-center gap-2 p-4 md:px-10 md:py-6">
        <h1 tabIndex={-1} className="font-extrabold text-2xl tracking-tight md:text-4xl">
          {banner.title && t(banner.title)}
        </h1>
        {banner.text && <p className="max-w-[32ch] max-sm:sr-only md:text-lg">{t(banner.text)}</p>}
        {banner.link !== undefined && (
          <PrefetchLink
            to={categoryPath({ url_path: banner.link })}
            className="mt-1 inline-flex min-h-11 items-center gap-2 rounded-petal-small bg-on-inverse px-4 py-2 font-semibold text-inverse after:absolute after:inset-0 group-hover:underline"
          >
            {t('banner.shopNow')}
            <Icon name="right" className="size-4" />
          </PrefetchLink>
        )}
      </div>
      <BannerPicture banner={banner} wide />
    </section>
  );
}

/** A small banner; all of it is a link. */
export function SmallBanner({ banner }: { banner: Banner }) {
  const { t } = useText();
  return (
    <section className="group relative grid min-h-36 grid-cols-[3fr_2fr] overflow-hidden rounded-petal bg-accent-subtle text-default md:min-h-48 md:grid-cols-2">
      <div className="flex flex-col justify-center gap-1 p-4 md:p-6">
        <h2 className="font-bold text-xl tracking-tight md:text-2xl">
          <PrefetchLink
            to={categoryPath({ url_path: banner.link ?? '' })}
            className="after:absolute after:inset-0 group-hover:text-accent group-hover:underline"
          >
            {banner.title && t(banner.title)}
          </PrefetchLink>
        </h2>
        {banner.text && <p className="text-muted text-sm md:text-base">{t(banner.text)}</p>}
      </div>
      <BannerPicture banner={banner} />
    </section>
  );
}

/** The wide picture of a main banner on wide screens; the narrow one on a phone and in small banners. */
function BannerPicture({
  banner,
  wide = false,
}: {
  banner: Banner;
  /** Whether it is the first banner of its page, and wide on wide screens. */
  wide?: boolean;
}) {
  return (
    <picture className="relative block bg-picture">
      {wide && <source media="(width >= 48rem)" srcSet={imagePath([1280, 440], banner.image)} />}
      <img
        src={imagePath(wide ? [310, 300] : [720, 720], banner.narrowImage)}
        alt=""
        width={720}
        height={720}
        loading={wide ? undefined : 'lazy'}
        fetchPriority={wide ? 'high' : undefined}
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  );
}
