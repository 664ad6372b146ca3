import '../../platform/i18n/parts/reviews-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { Detail } from '../state/details-rows.ts';

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
        <section className="wrap-anywhere mt-8 max-w-prose">
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

/** The details of a product, as a table of labels and values. */
function DetailsTable({ details, sku }: { details: readonly Detail[]; sku: string }) {
  const { t, label } = useText();
  const known = details.some((detail) => detail.code === 'product_code');
  const rows = known ? details : [...details, { code: 'sku', label: t('product.sku'), values: [sku] }];
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-bold text-xl">{t('product.details')}</h2>
      <table className="w-full max-w-prose text-left">
        <tbody>
          {rows.map((row) => (
            <tr key={row.code} className="border-divider border-t align-top last:border-b">
              <th scope="row" className="w-2/5 py-2 pr-4 font-medium text-muted">
                {label(row.label)}
              </th>
              <td className="wrap-anywhere py-2">{row.values.map(label).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
