import { imagePath, productPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { Part } from '../state/product-parts.ts';

export function PartPicture({ part }: { part: Part }) {
  return (
    <img
      src={imagePath([150, 150], part.image)}
      alt=""
      width={150}
      height={150}
      loading="lazy"
      className="size-14 shrink-0 rounded-petal-small bg-picture object-contain"
    />
  );
}

/** A link to the page of a part. */
export function PartLink({ part }: { part: Part }) {
  const { t } = useText();
  return (
    <PageLink
      to={productPath(part)}
      aria-label={t('option.viewNamed', { name: part.name })}
      className="inline-flex min-h-11 items-center text-accent text-sm underline-offset-4 hover:underline"
    >
      {t('option.view')}
    </PageLink>
  );
}
