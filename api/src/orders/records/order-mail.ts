import type { Address } from '@fynbos/core/accounts/address.ts';
import type { CatalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { payOnDelivery } from '@fynbos/core/payments/providers.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { defaultStoreView, languageOf, shop } from '@fynbos/core/shop.ts';
import { storeViews, viewOfCurrency } from '@fynbos/core/store-views.ts';
import { attributeTexts } from '../../catalogue/documents/attribute-texts.ts';
import { type CatalogueText, catalogueTexts, labelsIn } from '../../catalogue/labels/catalogue-labels.ts';
import { provinceTexts } from '../../catalogue/labels/province-texts.ts';
import type { Db } from '../../db.ts';
import { isCollected, readMethods } from '../../delivery/read-store.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import type { MailMessage } from '../../platform/mail/templates/mail-templates.ts';
import type { Collection, Ordered } from '../../platform/mail/templates/order-sections.ts';
import { notifyBrowsers } from '../../push/order-notifications.ts';
import { listStores } from '../../stores/store-service.ts';
import { downloadsOf } from './order-download-service.ts';
import { orderLink, pushedLink } from './order-link.ts';
import type { DownloadsOfLine } from './order-response.ts';
import type { NewOrder } from './order-store.ts';

/** An amount of an order as its mails write it. */
export function mailAmount(
  cents: number,
  { currency, locale }: { currency: string; locale: string },
): string {
  const view = viewOfCurrency(currency) ?? defaultStoreView;
  return String(formatPrice(centsToDecimal(cents), formatFor(view, mailLocale(locale))));
}

/**
 * Translates what an order names into the language of a mail: an order stores the names of its store view, a mail has
 * the language of its reader. Commands have no catalogue in memory, so the names are read.
 */
async function orderLabels(
  db: Db,
  { order, lines }: Pick<NewOrder, 'order' | 'lines'>,
  locale: string,
): Promise<CatalogueLabels> {
  const view = storeViews.find(({ code }) => code === order.store_code) ?? defaultStoreView;
  const language = languageOf(locale);
  if (view === defaultStoreView && language === languageOf(shop.defaultLocale)) return {};
  const names = lines.flatMap(({ options }) => options.map(({ value }) => value));
  const texts = [
    ...(await methodTexts(db)),
    ...(names.length > 0 ? await attributeTexts(db, names, view) : []),
    ...provinceTexts,
  ];
  return labelsIn(texts, view, language);
}

async function methodTexts(db: Db): Promise<CatalogueText[]> {
  const methods = await readMethods(db);
  return [...catalogueTexts(methods, 'carrier_title'), ...catalogueTexts(methods, 'method_title')];
}

/**
 * The order in the format of its mails, in a language.
 * @param forCustomer what only the customer's own mail has; other mails have no name and street
 */
export async function orderedOf(
  db: Db,
  { order, lines, taxes, number }: Pick<NewOrder, 'order' | 'lines' | 'taxes'> & { number: string },
  locale: string,
  forCustomer?: {
    shopUrl: string;
    downloads: DownloadsOfLine;
  } & Pick<Ordered, 'payment'>,
): Promise<Ordered> {
  return {
    number,
    labels: await orderLabels(db, { order, lines }, locale),
    placedAt: order.placed_at,
    currency: order.currency,
    lines: lines.map(({ qty, name, options, row_cents, image, sku, position }) => ({
      ...{ qty, name, options, rowCents: row_cents },
      ...(forCustomer && {
        picture: forCustomer.shopUrl + picturePath([150, 150], image),
        downloads: forCustomer
          .downloads({ sku, position })
          .map((file) => ({ name: file.name, link: forCustomer.shopUrl + file.url })),
      }),
    })),
    subtotalCents: order.subtotal_cents,
    discountCents: order.discount_cents,
    shippingCents: order.shipping_cents - order.shipping_discount_cents,
    voucherCents: order.voucher_cents,
    voucherBalanceCents: order.voucher_balance_cents,
    grandTotalCents: order.grand_total_cents,
    payment: forCustomer?.payment,
    taxes: taxes.map(({ rate, net_cents, tax_cents }) => ({
      rate,
      netCents: net_cents,
      taxCents: tax_cents,
    })),
    shippingTitle: order.shipping_title,
    paymentMethod: order.payment_method,
    paymentTitle: order.payment_title,
    shippingAddress: forCustomer ? order.shipping_address : placeIn(order.shipping_address),
    collection: await collectionOf(db, order),
  };
}

const placeIn = (address: Address | null): Ordered['shippingAddress'] => {
  if (!address) return null;
  const { region, region_code, postcode, country_id } = address;
  return { region, region_code, postcode, country_id };
};

/** The store at which an order is collected; undefined for a delivery. */
export async function collectionOf(
  db: Db,
  { fulfilment_store, carrier_code, method_code }: NewOrder['order'],
): Promise<Collection | undefined> {
  if (fulfilment_store === '' || !(await isCollected(db, { carrier_code, method_code }))) return undefined;
  const store = (await listStores(db)).find(({ code }) => code === fulfilment_store);
  if (!store) return undefined;
  const { name, street, suburb, city, postcode, hours } = store;
  return { name, lines: [name, ...street, suburb, `${city}, ${postcode}`].filter(Boolean), hours };
}

/**
 * Queues the confirmation of an order (ORD-2), and notifies subscribed browsers.
 * @param announced as `queueMail`
 */
export async function confirm(
  db: Db,
  viewUrls: ViewUrls,
  {
    number,
    isPaid,
    ...order
  }: Pick<NewOrder, 'order' | 'lines' | 'taxes'> & { number: string; isPaid: boolean },
  announced: 'at commit' | 'after commit' = 'at commit',
): Promise<void> {
  const { email, locale, customer_id, store_code, order_id, billing_address, payment_method } = order.order;
  const payment = isPaid ? 'paid' : payment_method === payOnDelivery ? 'on_delivery' : undefined;
  const downloads: DownloadsOfLine = isPaid
    ? await downloadsOf(db, order.order, order.lines, order.order.placed_at)
    : () => [];
  const link = await orderLink(db, viewUrls, { number, order_id, customer_id, store_code });
  // The shop's own address serves the pictures of every store view.
  const forCustomer = { shopUrl: viewUrls(''), downloads, payment } as const;
  const mail: MailMessage<'orderConfirmation'> = {
    template: 'orderConfirmation',
    to: email,
    locale,
    values: { number, link },
    firstName: billing_address.firstname,
    order: await orderedOf(db, { ...order, number }, locale, forCustomer),
  };
  await queueMail(db, mail, announced);
  await notifyBrowsers(
    db,
    { order_id, customer_id, number },
    'placed',
    pushedLink(viewUrls, { number, customer_id, store_code }),
  );
}
