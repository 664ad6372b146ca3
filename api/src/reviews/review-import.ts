import {
  isPlainLine,
  isPlainText,
  maxDetailLength,
  maxNicknameLength,
  maxStars,
  maxTitleLength,
  reviewStatus,
} from '@fynbos/core/content/review.ts';
import { ImportError, quoted } from '../catalogue/import/format/cells.ts';
import { type Readers, readColumns, readFirst, wholeBetween } from '../catalogue/import/format/columns.ts';
import type { CsvRow } from '../catalogue/import/format/csv.ts';
import type { Findings } from '../catalogue/import/format/findings.ts';
import type { ImportPart, KnownGoods } from '../catalogue/import/plan/import-module.ts';
import { productIdsBySku } from '../catalogue/product-service.ts';
import type { Db } from '../db.ts';
import { type ImportedReview, insertReviewsOf, readReviewKeys } from './review-store.ts';

/**
 * `reviews.csv`: approved reviews by guests, for the demo shop and for a shop that moves here with its
 * reviews. A review that is there already stays as it is, even if the shop has rejected it since.
 */
export const reviewsPart: ImportPart = {
  kind: 'reviews',
  fileName: /^(product[-_])?reviews$/,
  async plan(db, rows, goods, findings) {
    const idOf = await productIdsBySku(db, skusOf(rows));
    const known = new Set(
      (await readReviewKeys(db)).map(({ product_id, ...review }) => keyOf(product_id, review)),
    );
    const added = rows.flatMap((row) => {
      const review = planReview(row, goods, findings);
      // A product of the same import has no reviews yet.
      const key = keyOf(idOf.get(review.sku) ?? review.sku, review);
      if (known.has(key)) return [];
      known.add(key);
      return [review];
    });
    return { changed: added.length, inMemory: false, write: (trx) => insertPlanned(trx, added) };
  },
};

const skusOf = (rows: readonly CsvRow[]): string[] => [
  ...new Set(rows.map((row) => row.cells.get('sku') ?? '')),
];

type PlannedReview = Omit<ImportedReview, 'product_id'> & { sku: string };

/** The products of the import are written by then. */
async function insertPlanned(db: Db, reviews: readonly PlannedReview[]): Promise<void> {
  const skus = [...new Set(reviews.map(({ sku }) => sku))];
  const idOf = await productIdsBySku(db, skus);
  await insertReviewsOf(
    db,
    // The plan has checked that each product exists.
    reviews.map(({ sku, ...review }) => ({ ...review, product_id: idOf.get(sku)! })),
  );
}

const keyOf = (product: number | string, { nickname, title }: Pick<ImportedReview, 'nickname' | 'title'>) =>
  JSON.stringify([product, nickname, title]);

interface ReviewCells {
  sku: string;
  nickname: string;
  rating: number;
  title: string;
  detail: string;
  created_at: Date | null;
}

const plain =
  (isPlain: (text: string) => boolean, limit: number) =>
  (cell: string): string | ImportError =>
    isPlain(cell) && cell.length <= limit
      ? cell
      : new ImportError(`needs plain text of at most ${limit} characters`);

const readers: Readers<ReviewCells> = {
  sku: (cell) => cell,
  nickname: plain(isPlainLine, maxNicknameLength),
  rating: wholeBetween(1, maxStars),
  title: plain(isPlainLine, maxTitleLength),
  detail: plain(isPlainText, maxDetailLength),
  created_at: readFirst,
};

const needed = ['sku', 'nickname', 'rating', 'title', 'detail'] as const;

function planReview(row: CsvRow, goods: KnownGoods, findings: Findings): PlannedReview {
  const cells = readColumns(row, readers, 'reviews', findings);
  for (const column of needed.filter((name) => !row.cells.has(name))) {
    findings.problem(row.at, column, 'is missing');
  }
  const { sku = '', nickname = '', rating = 0, title = '', detail = '', created_at } = cells;
  if (row.cells.has('sku') && !goods.typeOf(sku))
    findings.problem(row.at, 'sku', `${quoted(sku)} is no product`);
  return {
    ...{ sku, nickname, rating, title, detail },
    created_at: created_at ?? new Date(),
    review_status: reviewStatus.approved,
  };
}
