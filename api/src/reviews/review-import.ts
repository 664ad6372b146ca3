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
import { type ImportedReview, insertReviewsOf, readReviewKeys } from './review-store.ts';

/**
 * `reviews.csv`: approved reviews by guests, for the demo shop and for a shop that moves here with its
 * reviews. A review that is there already stays as it is, even if the shop has rejected it since.
 */
export const reviewsPart: ImportPart = {
  kind: 'reviews',
  fileName: /^(product[-_])?reviews$/,
  async plan(db, rows, goods, findings) {
    const known = await readReviewKeys(db);
    const added = rows.flatMap((row) => {
      const review = planReview(row, goods, findings);
      if (known.has(keyOf(review))) return [];
      known.add(keyOf(review));
      return [review];
    });
    return { changed: added.length, inMemory: false, write: (trx) => insertReviewsOf(trx, added) };
  },
};

const keyOf = ({ sku, nickname, title }: ImportedReview) => JSON.stringify([sku, nickname, title]);

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

function planReview(row: CsvRow, goods: KnownGoods, findings: Findings): ImportedReview {
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
