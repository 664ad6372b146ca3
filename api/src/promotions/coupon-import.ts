import { isGuessableCode } from '@fynbos/core/promotions/code-strength.ts';
import type { Coupon } from '@fynbos/core/promotions/coupon.ts';
import { ImportError, quoted, readList, readYesNo } from '../catalogue/import/format/cells.ts';
import {
  oneOf,
  orNull,
  type Readers,
  readCents,
  readColumns,
  readFirst,
  readLast,
  readText,
  wholeBetween,
} from '../catalogue/import/format/columns.ts';
import type { CsvRow } from '../catalogue/import/format/csv.ts';
import type { Findings } from '../catalogue/import/format/findings.ts';
import type { ImportPart, KnownGoods } from '../catalogue/import/plan/import-module.ts';
import { isSameJson } from '../catalogue/import/plan/import-plan.ts';
import { type NewCoupon, normalCode, plainCoupon, saveCoupons, storedCoupons } from './promotion-service.ts';

/** `coupons.csv`: coupons and vouchers (spec D24). The file does not set the number of uses. */
export const couponsPart: ImportPart = {
  kind: 'coupons',
  fileName: /^(coupons|vouchers)$/,
  async plan(db, rows, goods, findings) {
    const stored = await storedCoupons(db);
    const seen = new Map<string, number>();
    const coupons = rows.flatMap((row) => {
      const coupon = planCoupon(row, stored, goods, findings);
      const first = seen.get(coupon.code);
      if (first !== undefined)
        findings.problem(row.at, 'code', `${quoted(coupon.code)} is already in line ${first}`);
      seen.set(coupon.code, row.at.line);
      const before = stored.get(coupon.code);
      return before && isSameJson(before, coupon) ? [] : [coupon];
    });
    return { changed: coupons.length, inMemory: false, write: (trx) => saveCoupons(trx, coupons) };
  },
};

interface CouponCells {
  code: string;
  label: string;
  kind: Coupon['kind'];
  percent: number | null;
  amount: number | null;
  minimum_spend: number | null;
  first_order: boolean | null;
  categories: string[][];
  email: string | null;
  most_uses: number | null;
  most_uses_each: number | null;
  is_voucher: boolean | null;
  valid_from: Date | null;
  valid_to: Date | null;
  enabled: boolean | null;
}

const maxUses = 1_000_000_000;
const readers: Readers<CouponCells> = {
  code: (cell) =>
    /^[\w-]{3,100}$/.test(normalCode(cell))
      ? normalCode(cell)
      : new ImportError(
          `${quoted(cell)} is not a valid code: it needs at least three letters, digits, - or _`,
        ),
  label: readText,
  kind: oneOf(['percent', 'fixed', 'free_delivery']),
  percent: orNull(readPercent),
  amount: orNull(readCents),
  minimum_spend: orNull(readCents),
  first_order: orNull(readYesNo),
  categories: (cell) => readList(cell).map((path) => path.split('>').map((name) => name.trim())),
  email: orNull((cell) =>
    /^[^\s@]+@[^\s@]+$/.test(cell)
      ? cell.toLowerCase()
      : new ImportError(`${quoted(cell)} is not an email address`),
  ),
  most_uses: orNull(wholeBetween(1, maxUses)),
  most_uses_each: orNull(wholeBetween(1, maxUses)),
  is_voucher: orNull(readYesNo),
  valid_from: readFirst,
  valid_to: readLast,
  enabled: orNull(readYesNo),
};

function readPercent(cell: string): number | ImportError {
  const value = /^\d{1,3}(\.\d{1,3})?$/.test(cell) ? Number(cell) : Number.NaN;
  return value > 0 && value <= 100
    ? value
    : new ImportError(`${quoted(cell)} is not a percentage above 0, up to 100`);
}

/** Columns of the file whose field has another name. */
const fieldOf: Readonly<Record<string, string>> = {
  most_uses: 'max_uses',
  most_uses_each: 'max_uses_per_customer',
};

function planCoupon(
  row: CsvRow,
  stored: ReadonlyMap<string, NewCoupon>,
  goods: KnownGoods,
  findings: Findings,
): NewCoupon {
  const { amount, minimum_spend, categories, ...columnValues } = readColumns(
    row,
    readers,
    'coupons',
    findings,
  );
  const before = stored.get(columnValues.code ?? '');
  // An empty cell clears the value; a column that cannot be empty ignores it.
  const cells = Object.entries(columnValues)
    .map(([column, value]) => [fieldOf[column] ?? column, value] as const)
    .filter(([field, value]) => value !== null || plainCoupon[field as keyof typeof plainCoupon] === null);
  const coupon: NewCoupon = {
    ...plainCoupon,
    code: '',
    ...before,
    ...Object.fromEntries(cells),
    ...(amount === undefined ? {} : { amount_cents: amount }),
    ...(minimum_spend === undefined ? {} : { minimum_spend_cents: minimum_spend ?? 0 }),
    ...(categories ? { category_ids: idsOf(categories, row, goods, findings) } : {}),
  };
  // A voucher is worth money; a coupon code is public.
  if (coupon.is_voucher && coupon.enabled && isGuessableCode(coupon.code))
    findings.notice(
      'vouchers whose codes are short enough to be guessed: twelve letters and digits are safe',
      coupon.code,
    );
  checkCoupon(row, coupon, before !== undefined || columnValues.kind !== undefined, findings);
  return coupon;
}

function idsOf(paths: readonly string[][], { at }: CsvRow, goods: KnownGoods, findings: Findings): number[] {
  return paths.flatMap((path) => {
    const id = goods.categoryId(path);
    if (id === undefined)
      findings.problem(at, 'categories', `there is no category ${quoted(path.join(' > '))}`);
    return id ?? [];
  });
}

function checkCoupon({ at }: CsvRow, coupon: NewCoupon, hasKind: boolean, findings: Findings): void {
  const missing = (column: string, reason: string) => findings.missing(at, column, reason);
  if (coupon.code === '') missing('code', 'the code is missing');
  if (!hasKind) missing('kind', 'must be one of percent, fixed, free_delivery');
  if (coupon.kind === 'percent' && coupon.percent === null) missing('percent', 'the percentage is missing');
  if (coupon.kind === 'fixed' && !coupon.amount_cents) missing('amount', 'the amount is missing');
  if (coupon.valid_from && coupon.valid_to && coupon.valid_to < coupon.valid_from)
    missing('valid_to', 'is before valid_from');
}
