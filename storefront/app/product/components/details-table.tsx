import { useText } from '../../platform/i18n/text-context.tsx';
import type { Detail } from '../state/details-rows.ts';

/** The details of a product, as a table of labels and values. */
export function DetailsTable({ details, sku }: { details: readonly Detail[]; sku: string }) {
  const { t } = useText();
  const known = details.some((detail) => detail.code === 'product_code');
  const rows = known ? details : [...details, { code: 'sku', label: t('product.sku'), value: sku }];
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-bold text-xl">{t('product.details')}</h2>
      <table className="w-full max-w-prose text-left">
        <tbody>
          {rows.map((row) => (
            <tr key={row.code} className="border-line border-t align-top last:border-b">
              <th scope="row" className="w-2/5 py-2 pr-4 font-medium text-soft">
                {row.label}
              </th>
              <td className="break-words py-2">{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
