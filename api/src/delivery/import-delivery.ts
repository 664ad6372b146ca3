import { findProvince } from '@fynbos/core/accounts/address.ts';
import { viewCodes } from '@fynbos/core/store-views.ts';
import { Fault, quoted, readList, readYesNo } from '../catalogue/import/cells.ts';
import {
  fitting,
  oneOf,
  orNull,
  type Readers,
  readCents,
  readColumns,
  readText,
  wholeBetween,
} from '../catalogue/import/columns.ts';
import type { Row } from '../catalogue/import/csv.ts';
import type { Findings, Origin } from '../catalogue/import/findings.ts';
import type { ImportPart } from '../catalogue/import/part.ts';
import { same } from '../catalogue/import/plan.ts';
import { keptTexts, sayInView, viewColumns } from '../catalogue/import/view-columns.ts';
import { keptMethods, type NewMethod, type NewRate, saveMethods } from './service.ts';
import type { MethodTexts } from './tables.ts';

/**
 * `delivery.csv`: the ways of delivery, a row a rate. A way that is in the input has exactly the rates it has
 * there; others stay as they are.
 */
export const deliveryPart: ImportPart = {
  kind: 'delivery',
  fileName: /^(delivery|shipping)([-_](methods|rates))?$/,
  async plan(db, rows, _goods, findings) {
    const kept = await keptMethods(db);
    let last = Math.max(0, ...[...kept.values()].map((method) => method.position));
    const methods = readMethods(rows, findings).flatMap(({ at, said, rates }) => {
      const before = kept.get(keyOf(said));
      const position = before?.position ?? ++last;
      const view_texts = keptTexts(before?.view_texts, said.view_texts);
      const method = { ...empty, position, ...before, ...defined(said), view_texts, rates } as NewMethod;
      checkMethod(at, method, findings);
      return before && same(before, method) ? [] : [method];
    });
    return { changed: methods.length, inMemory: true, write: (trx) => saveMethods(trx, methods) };
  },
};

interface MethodCells {
  carrier: string;
  method: string;
  carrier_title: string;
  method_title: string;
  needs: NewMethod['needs'];
  position: number | null;
  enabled: boolean | null;
  /** As a store view calls it. */
  [title: `${'carrier_title' | 'method_title'}_${string}`]: string;
}

interface RateCells {
  price_incl_tax: number | null;
  from_amount: number | null;
  regions: string[];
  postcode_from: string | null;
  postcode_to: string | null;
  /** In the money of a store view. */
  [amount: `${'price_incl_tax' | 'from_amount'}_${string}`]: number | null;
}

const code = fitting(/^[\w-]{1,64}$/, 'is no code: letters, digits, - and _');
const postcode = orNull(fitting(/^\d{4,5}$/, 'is no postal code: four digits, abroad five'));

const titleColumns = viewColumns('carrier_title', 'method_title');

const readers: Readers<MethodCells & RateCells> = {
  carrier: code,
  method: code,
  carrier_title: readText,
  method_title: readText,
  needs: oneOf(['address', 'store', 'pickup_point']),
  position: orNull(wholeBetween(0, 1_000_000)),
  enabled: orNull(readYesNo),
  price_incl_tax: orNull(readCents),
  from_amount: orNull(readCents),
  regions: readRegions,
  postcode_from: postcode,
  postcode_to: postcode,
  ...Object.fromEntries([
    ...titleColumns.map(({ column }) => [column, readText]),
    ...viewColumns('price_incl_tax', 'from_amount').map(({ column }) => [column, orNull(readCents)]),
  ]),
};

function readRegions(cell: string): string[] | Fault {
  const list = [...new Set(readList(cell))];
  const unknown = list.find((region) => findProvince(region)?.code !== region);
  return unknown === undefined
    ? list
    : new Fault(`${quoted(unknown)} is no code of a province, such as ZA-WC`);
}

type SaidMethod = Partial<Omit<NewMethod, 'rates'>>;

interface MethodDraft {
  at: Origin;
  said: SaidMethod;
  rates: NewRate[];
}

function readMethods(rows: readonly Row[], findings: Findings): MethodDraft[] {
  const drafts = new Map<string, MethodDraft>();
  for (const row of rows) {
    const { carrier, method, ...cells } = readColumns(row, readers, 'delivery', findings);
    if (!carrier || !method)
      findings.missing(row.at, 'carrier', 'the codes of carrier and method are missing');
    const { carrier_title, method_title, needs, position, enabled, ...rate } = cells;
    const titles = { carrier_title, method_title, needs, view_texts: titlesIn(cells) };
    const order = { position: position ?? undefined, enabled: enabled ?? undefined };
    const said = { carrier_code: carrier, method_code: method, ...titles, ...order };
    const draft = drafts.get(keyOf(said)) ?? { at: row.at, said, rates: [] };
    drafts.set(keyOf(said), draft);
    if (!same(draft.said, said))
      findings.problem(
        row.at,
        'method',
        `${quoted(keyOf(said))} says something else in line ${draft.at.line}`,
      );
    draft.rates.push(...ratesOf(row, rate, findings));
  }
  return [...drafts.values()];
}

/** The titles that store views have of their own; undefined when the input says nothing of any. */
function titlesIn(cells: Partial<MethodCells>): MethodTexts | undefined {
  let said: MethodTexts | undefined;
  for (const { view, field, column } of titleColumns) {
    const title = cells[column];
    if (title !== undefined) said = sayInView(said, view, field, title);
  }
  return said;
}

/** A row is a rate of the shop, and one of each store view that has a price in it. */
function ratesOf({ at }: Row, cells: Partial<RateCells>, findings: Findings): NewRate[] {
  const { price_incl_tax, from_amount, regions = [], postcode_from = null, postcode_to = null } = cells;
  if (postcode_from && postcode_to && postcode_to < postcode_from)
    findings.problem(at, 'postcode_to', 'is before postcode_from');
  const where = { region_codes: regions, postcode_from, postcode_to };
  const rates = ['', ...viewCodes].flatMap((store_code) => {
    const price = store_code ? cells[`price_incl_tax_${store_code}`] : price_incl_tax;
    const from = store_code ? cells[`from_amount_${store_code}`] : from_amount;
    if (store_code) checkFrom(at, store_code, price ?? null, from ?? null, from_amount ?? 0, findings);
    if (price === null || price === undefined) return [];
    return [{ store_code, price_incl_tax_cents: price, from_amount_cents: from ?? 0, ...where }];
  });
  if (rates.length === 0) findings.missing(at, 'price_incl_tax', 'the price is missing; free is 0');
  return rates;
}

/** A price that holds from an amount in rand on says from which amount on it holds in the money of the view. */
function checkFrom(
  at: Origin,
  view: string,
  price: number | null,
  from: number | null,
  shopsFrom: number,
  findings: Findings,
): void {
  const column = `from_amount_${view}`;
  if (price === null && from !== null) findings.problem(at, column, `needs a price_incl_tax_${view}`);
  if (price !== null && from === null && shopsFrom > 0)
    findings.problem(at, column, 'is missing: an amount in rand is none in the money of the view');
}

const empty = { carrier_title: '', method_title: '', enabled: true };

function checkMethod(
  at: Origin,
  { carrier_title, method_title, needs }: NewMethod,
  findings: Findings,
): void {
  if (carrier_title === '') findings.missing(at, 'carrier_title', 'who brings it is missing');
  if (method_title === '') findings.missing(at, 'method_title', 'how it is brought is missing');
  if (!needs) findings.missing(at, 'needs', 'says none of address, store, pickup_point');
}

const keyOf = ({ carrier_code, method_code }: SaidMethod): string => `${carrier_code} ${method_code}`;

function defined(said: SaidMethod): SaidMethod {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
