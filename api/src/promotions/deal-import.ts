import { quoted } from '../catalogue/import/format/cells.ts';
import type { Findings } from '../catalogue/import/format/findings.ts';
import { mergeStoredTexts } from '../catalogue/import/format/view-columns.ts';
import type { ImportPart, KnownGoods } from '../catalogue/import/plan/import-module.ts';
import { isSameJson } from '../catalogue/import/plan/import-plan.ts';
import { type DealDraft, readDealRows } from './deal-rows.ts';
import { type NewDeal, saveDeals, storedDeals } from './promotion-service.ts';

/** `deals.csv`: the promotions of the catalogue (spec D18). */
export const dealsPart: ImportPart = {
  kind: 'deals',
  fileName: /^(deals|promotions)$/,
  async plan(db, rows, goods, findings) {
    const stored = await storedDeals(db);
    const drafts = readDealRows(rows, findings).filter((draft) => isWhole(draft, findings));
    const deals = drafts.flatMap((draft) => planDeal(draft, stored.get(draft.code), goods, findings));
    return { changed: deals.length, inMemory: true, write: (trx) => saveDeals(trx, deals) };
  },
};

/** A price list names the products of a combination one by one, and may contain only some of them. */
function isWhole({ cells, named, products, code }: DealDraft, findings: Findings): boolean {
  const isComplete = cells.kind !== 'combo' || !named || new Set(products?.values()).size > 1;
  if (!isComplete) findings.notice('combinations of which only one part is known were left out', code);
  return isComplete;
}

const empty: Omit<NewDeal, 'code'> = {
  label: '',
  kind: 'n_for',
  qty: 2,
  pay_qty: null,
  price_cents: null,
  valid_from: null,
  valid_to: null,
  view_texts: {},
  products: [],
};

function planDeal(
  draft: DealDraft,
  before: NewDeal | undefined,
  goods: KnownGoods,
  findings: Findings,
): NewDeal[] {
  const { qty, price_incl_tax, ...otherCells } = draft.cells;
  const products = draft.products && [...draft.products].map(([sku, part]) => ({ sku, part }));
  const deal = {
    ...empty,
    ...before,
    ...otherCells,
    ...(qty ? { qty } : {}),
    ...(price_incl_tax === undefined ? {} : { price_cents: price_incl_tax }),
    ...(products ? { products: products.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)) } : {}),
    view_texts: mergeStoredTexts(before?.view_texts, draft.labels),
    code: draft.code,
  };
  if (deal.kind === 'combo') deal.qty = Math.max(2, partsOf(deal));
  checkDeal(draft, deal, before !== undefined, findings);
  for (const { sku } of products ?? []) checkProduct(draft, sku, goods, findings);
  return before && isSameJson(before, deal) ? [] : [deal];
}

const partsOf = ({ products }: NewDeal): number => new Set(products.map(({ part }) => part)).size;

function checkDeal({ at, cells }: DealDraft, deal: NewDeal, isStored: boolean, findings: Findings): void {
  const missing = (column: string, reason: string) => findings.missing(at, column, reason);
  if (deal.label === '') missing('label', 'the label for shoppers is missing, such as 2 for R80');
  if (!isStored && cells.kind === undefined) missing('kind', 'must be one of buy_n_pay_m, n_for, combo');
  if (deal.kind !== 'combo' && !isStored && !cells.qty)
    missing('qty', 'the number of units in a set is missing');
  if (deal.kind === 'buy_n_pay_m' && !(deal.pay_qty !== null && deal.pay_qty < deal.qty))
    missing('pay_qty', `must be below the ${deal.qty} that make a set`);
  if (deal.kind !== 'buy_n_pay_m' && !deal.price_cents)
    missing('price_incl_tax', 'the price of a set is missing');
  if (deal.products.length === 0) missing('skus', 'names no product');
  else if (deal.kind === 'combo' && partsOf(deal) < 2)
    missing('skus', 'a combo needs at least two parts, separated by a semicolon: A|B;C');
  if (deal.valid_from && deal.valid_to && deal.valid_to < deal.valid_from)
    missing('valid_to', 'is before valid_from');
}

/** A set consists of cart items; for a configurable product that is a variant. */
function checkProduct({ at }: DealDraft, sku: string, goods: KnownGoods, findings: Findings): void {
  const type = goods.typeOf(sku);
  if (!type) findings.problem(at, 'skus', `there is no product ${quoted(sku)}`);
  else if (type === 'configurable' || type === 'grouped')
    findings.problem(at, 'skus', `${quoted(sku)} is bought as its variants or parts: name those`);
}
