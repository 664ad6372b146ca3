import { useText } from '../../platform/i18n/text-context.tsx';
import type { Detail } from '../state/details-rows.ts';
import { DetailsTable } from './details-table.tsx';

/** The description and details of a product. */
export function ProductAbout({
  paragraphs,
  details,
  sku,
}: {
  paragraphs: readonly string[];
  details: readonly Detail[];
  sku: string;
}) {
  const { t } = useText();
  return (
    <>
      {paragraphs.length > 0 && (
        <section className="mt-8 max-w-prose">
          <h2 className="mb-2 font-bold text-xl">{t('product.description')}</h2>
          {paragraphs.map((paragraph, index) => (
            <p key={index} className="mb-3">
              {paragraph}
            </p>
          ))}
        </section>
      )}
      <DetailsTable details={details} sku={sku} />
    </>
  );
}
