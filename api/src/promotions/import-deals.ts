import { quoted } from '../catalogue/import/cells.ts';
import type { Findings } from '../catalogue/import/findings.ts';
import type { ImportPart, KnownGoods } from '../catalogue/import/part.ts';
import { same } from '../catalogue/import/plan.ts';
import { type DealDraft, readDeals } from './deal-rows.ts';
import { keptDeals, type NewDeal, saveDeals } from './service.ts';

/** `deals.csv`: the promotions of the catalogue (decision 18). */
export const dealsPart: ImportPart = {
  kind: 'deals',
  fileName: /^(deals|promotions)$/,
  async plan(db, rows, goods, findings) {
    const kept = await keptDeals(db);
    const drafts = readDeals(rows, findings).filter((draft) => isWhole(draft, findings));
    const deals = drafts.flatMap((draft) => planDeal(draft, kept.get(draft.code), goods, findings));
    return { changed: deals.length, inMemory: true, write: (trx) => saveDeals(trx, deals) };
  },
};

/** A price list names the products of a combination one by one, and may have only some of them. */
function isWhole({ said, named, products, code }: DealDraft, findings: Findings): boolean {
  const whole = said.kind !== 'combo' || !named || new Set(products?.values()).size > 1;
  if (!whole) findings.notice('combinations of which only one part is known were left out', code);
  return whole;
}

const empty: Omit<NewDeal, 'code'> = {
  label: '',
  kind: 'n_for',
  qty: 2,
  pay_qty: null,
  price_cents: null,
  valid_from: null,
  valid_to: null,
  products: [],
};

function planDeal(
  draft: DealDraft,
  before: NewDeal | undefined,
  goods: KnownGoods,
  findings: Findings,
): NewDeal[] {
  const { qty, price_incl_tax, ...said } = draft.said;
  const products = draft.products && [...draft.products].map(([sku, part]) => ({ sku, part }));
  const deal = {
    ...empty,
    ...before,
    ...said,
    ...(qty ? { qty } : {}),
    ...(price_incl_tax === undefined ? {} : { price_cents: price_incl_tax }),
    ...(products ? { products: products.toSorted((one, other) => (one.sku < other.sku ? -1 : 1)) } : {}),
    code: draft.code,
  };
  if (deal.kind === 'combo') deal.qty = Math.max(2, partsOf(deal));
  checkDeal(draft, deal, before !== undefined, findings);
  for (const { sku } of products ?? []) checkProduct(draft, sku, goods, findings);
  return before && same(before, deal) ? [] : [deal];
}

const partsOf = ({ products }: NewDeal): number => new Set(products.map(({ part }) => part)).size;

function checkDeal({ at, said }: DealDraft, deal: NewDeal, isKept: boolean, findings: Findings): void {
  const missing = (column: string, reason: string) => findings.missing(at, column, reason);
  if (deal.label === '') missing('label', 'what shoppers read is missing, such as 2 for R80');
  if (!isKept && said.kind === undefined) missing('kind', 'says none of buy_n_pay_m, n_for, combo');
  if (deal.kind !== 'combo' && !isKept && !said.qty) missing('qty', 'how many make a set is missing');
  if (deal.kind === 'buy_n_pay_m' && !(deal.pay_qty !== null && deal.pay_qty < deal.qty))
    missing('pay_qty', `is not below the ${deal.qty} that make a set`);
  if (deal.kind !== 'buy_n_pay_m' && !deal.price_cents)
    missing('price_incl_tax', 'what a set costs is missing');
  if (deal.products.length === 0) missing('skus', 'names no product');
  else if (deal.kind === 'combo' && partsOf(deal) < 2)
    missing('skus', 'a combo has two parts or more, with ; between them: A|B;C');
  if (deal.valid_from && deal.valid_to && deal.valid_to < deal.valid_from)
    missing('valid_to', 'is before valid_from');
}

/** A set is made of what is in the cart: of a configurable product that is a variant. */
function checkProduct({ at }: DealDraft, sku: string, goods: KnownGoods, findings: Findings): void {
  const type = goods.typeOf(sku);
  if (!type) findings.problem(at, 'skus', `there is no product ${quoted(sku)}`);
  else if (type === 'configurable' || type === 'grouped')
    findings.problem(at, 'skus', `${quoted(sku)} is bought as its variants or parts: name those`);
}
