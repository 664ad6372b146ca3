import { Readable } from 'node:stream';
import { downloadProduct } from '@fynbos/core/orders/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import {
  downloadParts,
  type ProductDownload,
  productDownloads,
} from '../../catalogue/product-download-service.ts';
import type { Db } from '../../db.ts';
import { readSigningSecret } from '../../platform/database/signing-key-store.ts';
import { isEqualInConstantTime } from '../../platform/security/constant-time-equal.ts';
import { derivedToken } from '../../platform/security/random-token.ts';
import { linkKey } from './order-link.ts';
import type { DownloadsOfLine, OrderDownload } from './order-response.ts';
import { isForgotten } from './order-retention-service.ts';
import {
  findWholeSent,
  getOrderById,
  type OrderLineRow,
  type OrderRow,
  type StoredOrder,
} from './order-store.ts';

type SoldOrder = Pick<OrderRow, 'order_id' | 'email' | 'state' | OrderMoney>;
type OrderMoney = 'grand_total_cents' | 'captured_cents' | 'refunded_cents';

/**
 * Whether the buyer gets the files: the order is placed, and its money is there and was not refunded. Pay on delivery
 * is paid once the order is delivered.
 */
function isPaidFor(order: SoldOrder): boolean {
  const { state, grand_total_cents, captured_cents, refunded_cents } = order;
  if (isForgotten(order) || !['placed', 'shipped', 'delivered'].includes(state)) return false;
  if (grand_total_cents === 0 || captured_cents > refunded_cents) return true;
  return state === 'delivered' && refunded_cents === 0;
}

/** Whether a line can have a file; most orders have none, and need no query. */
const mayHaveFile = ({ product_type }: Pick<OrderLineRow, 'product_type'>): boolean =>
  product_type !== 'simple';

/** The files of an order that is paid for, with links from a time on. */
export async function downloadsOf(
  db: Db,
  { order_id }: Pick<OrderRow, 'order_id'>,
  lines: readonly Pick<OrderLineRow, 'product_type' | 'sku'>[],
  from: Date,
): Promise<DownloadsOfLine> {
  const skus = lines.filter(mayHaveFile).map(({ sku }) => sku);
  const files = await productDownloads(db, skus);
  if (files.size === 0) return () => [];
  const linkTo = await downloadLinks(db, from);
  return ({ sku, position }) => {
    const file = files.get(sku);
    return file ? [{ name: file.file_name, url: linkTo(order_id, position) }] : [];
  };
}

/** The files of an order; none before it is paid for, and after a refund. */
export async function downloadsOfStored(
  db: Db,
  { order, lines }: Pick<StoredOrder, 'order' | 'lines'>,
  now: Date,
): Promise<DownloadsOfLine> {
  return isPaidFor(order) ? downloadsOf(db, order, lines, now) : () => [];
}

/** The files of an order by its row id. */
export async function downloadsOfOrder(db: Db, id: number, now: Date): Promise<OrderDownload[]> {
  const stored = await getOrderById(db, id);
  return stored.lines.flatMap(await downloadsOfStored(db, stored, now));
}

/** A file to send; `expired` is its order when the link is too old. */
export type LinkedDownload = { file: ProductDownload; content: Readable } | { expired: StoredOrder['order'] };

/**
 * The file of a link, if its order is paid for at this moment.
 * @throws Problem download_not_found
 */
export async function linkedDownload(db: Db, link: string, now: Date): Promise<LinkedDownload> {
  const named = await readDownloadLink(db, link);
  const stored = named && (await findWholeSent(db, named.orderId));
  const line = stored?.lines.find(({ position }) => position === named?.position);
  if (!named || !stored || !line || !isPaidFor(stored.order)) throw new Problem('download_not_found');
  if (named.expires * 1000 <= now.getTime()) return { expired: stored.order };
  const file = (await productDownloads(db, [line.sku])).get(line.sku);
  if (!file) throw new Problem('download_not_found');
  return { file, content: Readable.from(downloadParts(db, file)) };
}

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** What a link names: a line of an order, until a time. */
interface DownloadLink {
  orderId: string;
  position: number;
  /** In seconds. */
  expires: number;
}

/** Writes the paths of links that expire in seven days. */
async function downloadLinks(db: Db, from: Date): Promise<(orderId: string, position: number) => string> {
  const secret = await readSigningSecret(db, linkKey);
  const expires = Math.floor((from.getTime() + lifetimeMs) / 1000);
  return (orderId, position) =>
    downloadProduct.path.replace('{link}', written(secret, { orderId, position, expires }));
}

const written = (secret: string, { orderId, position, expires }: DownloadLink): string =>
  [orderId, position, expires, derivedToken(secret, 'download link', orderId, position, expires)].join('.');

/** Reads a link; undefined if this shop did not write it. */
async function readDownloadLink(db: Db, link: string): Promise<DownloadLink | undefined> {
  const [orderId = '', line, expiry] = link.split('.');
  const named = { orderId, position: Number(line), expires: Number(expiry) };
  const secret = await readSigningSecret(db, linkKey);
  return isEqualInConstantTime(link, written(secret, named)) ? named : undefined;
}
