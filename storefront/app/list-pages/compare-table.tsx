import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { type StockStatus, stockStatus } from '@fynbos/core/stock/status.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { cardsOf } from '../catalogue/state/product-cards.ts';
import type { ListedProduct } from '../lists/listed-product.ts';
import { compareList, removeFrom } from '../lists/product-lists.ts';
import { imagePath, productPath } from '../paths.ts';
import type { MessageId } from '../platform/i18n/text.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { CardUnitPrice, Price } from '../pricing/price.tsx';
import { IconButton } from '../ui/button.tsx';
import { compareRows } from './compare-rows.ts';
import type { Compared } from './use-compared-products.ts';

/** Products side by side, one property per row. On a phone the products scroll beside the property names. */
export function CompareTable({ items, compared }: { items: readonly ListedProduct[]; compared: Compared }) {
  const text = useText();
  const { t } = text;
  const [marking, setMarking] = useState(false);
  const products = items.map((item) => compared.products?.find(({ sku }) => sku === item.sku));
  const known = products.filter((product) => product !== undefined);
  const rows = compareRows(known, compared.attributes, text);
  // A product that no longer exists has a column without values.
  const inColumns = (values: readonly string[]) =>
    products.map((product) => (product ? values[known.indexOf(product)]! : ''));
  return (
    <>
      <label className="mb-3 inline-flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={marking}
          onChange={(event) => setMarking(event.target.checked)}
          className="size-5 accent-accent"
        />
        {t('compare.differences')}
      </label>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to
        tabIndex={0}
        aria-label={t('compare.title')}
        className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0"
      >
        <table className="border-separate border-spacing-0 text-left">
          <thead>
            <tr>
              <th scope="col" className={`${nameCell} border-transparent`}>
                <span className="sr-only">{t('compare.property')}</span>
              </th>
              {items.map((item, index) => (
                <th
                  key={item.sku}
                  scope="col"
                  className="w-48 min-w-40 p-3 align-top font-normal sm:min-w-48"
                >
                  <Head item={item} isUnavailable={compared.products !== undefined && !products[index]} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row
              label={t('compare.price')}
              differs={marking && differ(items.map((item, index) => priceOf(products[index] ?? item)))}
            >
              {items.map((item, index) => {
                const shown = products[index] ?? item;
                return <Price key={item.sku} of={shown} from={isComposite(shown.type_id)} />;
              })}
            </Row>
            <UnitPrices products={products} compared={compared} />
            <Row label={t('compare.stock')} differs={marking && differ(products.map(statusOf))}>
              {products.map((product, index) => product && <Stock key={index} status={statusOf(product)} />)}
            </Row>
            {rows.map(({ code, label, values, differs }) => (
              <Row key={code} label={label} differs={marking && differs}>
                {inColumns(values).map((value) => value || undefined)}
              </Row>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const nameCell =
  'sticky left-0 z-1 w-28 min-w-28 border-t bg-page py-3 pr-3 align-top font-semibold break-words hyphens-auto sm:w-44 sm:min-w-44';

const differ = (values: readonly unknown[]) => new Set(values).size > 1;
const priceOf = (product: Pick<Product, 'final_price_incl_tax'>) => product.final_price_incl_tax;
const statusOf = (product: Product | undefined): StockStatus =>
  product?.stock ? stockStatus(product.stock, 'volatile') : 'volatile';

/** The picture, the name and the button to remove the product. */
function Head({ item, isUnavailable }: { item: ListedProduct; isUnavailable: boolean }) {
  const { t } = useText();
  return (
    <div className="relative grid gap-2">
      <img
        src={imagePath([310, 300], item.image)}
        alt=""
        width={310}
        height={300}
        className={`aspect-square w-full rounded-petal bg-picture object-contain ${isUnavailable ? 'opacity-50 greyed' : ''}`}
      />
      <IconButton
        icon="close"
        label={t('list.removeNamed', { productName: item.name })}
        onClick={() => removeFrom(compareList, item.sku)}
        className="absolute top-0 right-0 bg-surface/90"
      />
      {isUnavailable ? (
        <>
          <p className="font-medium">{item.name}</p>
          <p className="font-semibold text-danger text-sm">{t('list.gone')}</p>
        </>
      ) : (
        <Link
          to={productPath(item)}
          className="font-medium underline-offset-4 hover:text-accent hover:underline"
        >
          {item.name}
        </Link>
      )}
    </div>
  );
}

/**
 * @param differs whether to mark the row, by a colour and, for screen readers and colour-blind shoppers, by
 * a word
 */
function Row({
  label,
  differs,
  children,
}: {
  label: string;
  differs: boolean;
  children: readonly React.ReactNode[];
}) {
  const { t } = useText();
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row" className={`${nameCell} border-divider`}>
        {label}
        {differs && <span className="block font-normal text-promotion text-sm">{t('compare.differs')}</span>}
      </th>
      {children.map((value, index) => (
        <td
          key={index}
          className={`tabular-nums border-divider border-t p-3 align-top ${differs ? 'bg-promotion-subtle' : ''}`}
        >
          {value ?? <span className="text-muted">{t('compare.unknown')}</span>}
        </td>
      ))}
    </tr>
  );
}

function UnitPrices({
  products,
  compared,
}: {
  products: readonly (Product | undefined)[];
  compared: Compared;
}) {
  const { t } = useText();
  const cards = products.map((product) => product && cardsOf([product], compared.attributes)[0]);
  if (!cards.some((card) => card?.measure)) return null;
  return (
    <Row label={t('compare.unitPrice')} differs={false}>
      {cards.map((card, index) => card?.measure && <CardUnitPrice key={index} product={card} isCompared />)}
    </Row>
  );
}

const stockMessages = {
  ok: 'stock.in',
  out_of_stock: 'stock.out',
  volatile: 'stock.unsure',
} as const satisfies Record<StockStatus, MessageId>;

function Stock({ status }: { status: StockStatus }) {
  const { t } = useText();
  return <span className={status === 'out_of_stock' ? 'text-danger' : ''}>{t(stockMessages[status])}</span>;
}
