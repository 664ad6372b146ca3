import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { imagePath, productPath } from '../paths.ts';
import { Price } from '../pricing/price.tsx';
import type { Part } from './parts.ts';

/** What is inside a grouped or bundle product, by option; each part has a page of its own. */
export function PartsList({ parts }: { parts: readonly Part[] }) {
  const { t } = useText();
  const options = [...new Set(parts.map((part) => part.option))];
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-bold text-xl">{t('product.inThisBox')}</h2>
      {options.map((option) => (
        <div key={option}>
          {option && <h3 className="mt-3 font-semibold">{option}</h3>}
          <ul>
            {parts
              .filter((part) => part.option === option)
              .map((part) => (
                <PartRow key={part.product.sku} part={part} marked={option !== '' && part.isDefault} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** @param marked whether to say that this is one of several and the price stands for it */
function PartRow({ part: { product, qty }, marked }: { part: Part; marked: boolean }) {
  const { t } = useText();
  return (
    <li className="relative flex items-center gap-4 border-line border-t py-3 last:border-b">
      <img
        src={imagePath([150, 150], product.image)}
        alt=""
        width={150}
        height={150}
        loading="lazy"
        className="size-16 rounded-petal-small bg-ground object-contain"
      />
      <div className="flex min-w-0 flex-1 flex-col justify-between gap-x-4 sm:flex-row sm:items-center">
        <div>
          <Link
            to={productPath(product)}
            className="after:absolute after:inset-0 hover:text-leaf hover:underline"
          >
            <span className="figures">{qty} × </span>
            {product.name}
          </Link>
          {marked && <p className="text-leaf text-sm">{t('product.included')}</p>}
        </div>
        <Price of={product} />
      </div>
    </li>
  );
}
