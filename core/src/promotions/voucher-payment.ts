import type { Cents } from '../money.ts';

/** What a voucher can pay. */
export interface VoucherTerms {
  balance: Cents;
  /** The lines whose goods it pays, and nothing else; undefined for everything, delivery too. */
  keys?: readonly string[] | undefined;
}

/** The parts of a cart's totals that a voucher pays. */
interface PayableTotals {
  lines: readonly { key: string; paid: Cents }[];
  voucher: Cents;
  grand_total: Cents;
}

/**
 * Pays totals by voucher: what is due, up to its balance. Prices and tax stay what they are, because a
 * voucher is a means of payment (ADR-036).
 * @returns the totals, whose grand total is what is left to pay
 */
export function payByVoucher<Payable extends PayableTotals>(
  totals: Payable,
  voucher: VoucherTerms | undefined,
): Payable {
  if (!voucher) return totals;
  const keys = voucher.keys && new Set(voucher.keys);
  const payable = keys
    ? totals.lines.reduce((sum, { key, paid }) => sum + (keys.has(key) ? paid : 0), 0)
    : totals.grand_total;
  const paid = Math.min(voucher.balance, payable);
  return { ...totals, voucher: paid, grand_total: totals.grand_total - paid };
}
