import { findProvince } from '@fynbos/core/accounts/address.ts';
import { viewCodes } from '@fynbos/core/store-views.ts';
import { ImportError, quoted, readList, readYesNo } from '../catalogue/import/format/cells.ts';
import {
  fitting,
  oneOf,
  orNull,
  type Readers,
  readCents,
  readColumns,
  readText,
  wholeBetween,
} from '../catalogue/import/format/columns.ts';
import type { CsvRow } from '../catalogue/import/format/csv.ts';
import type { Findings, Origin } from '../catalogue/import/format/findings.ts';
import {
  mergeStoredTexts,
  readTextCells,
  translationColumns,
  viewColumns,
} from '../catalogue/import/format/view-columns.ts';
import type { ImportPart } from '../catalogue/import/plan/import-module.ts';
import { isSameJson } from '../catalogue/import/plan/import-plan.ts';
import {
  areMethodsOfferedTogether,
  type NewMethod,
  type NewRate,
  saveMethods,
  storedMethods,
} from './delivery-service.ts';

/**
 * `delivery.csv`: the shipping methods, one row per rate. A method in the input gets exactly the rates of
 * the input. Other methods stay unchanged.
 */
export const deliveryPart: ImportPart = {
  kind: 'delivery',
  fileName: /^(delivery|shipping)([-_](methods|rates))?$/,
  async plan(db, rows, _goods, findings) {
    const stored = await storedMethods(db);
    let last = Math.max(0, ...[...stored.values()].map((method) => method.position));
    const inFile: InFile[] = [];
    const methods = readMethods(rows, findings).flatMap(({ at, fields, rates }) => {
      const before = stored.get(keyOf(fields));
      const position = before?.position ?? ++last;
      const view_texts = mergeStoredTexts(before?.view_texts, fields.view_texts);
      // `checkMethod` reports missing fields, and input with a reported problem is not written.
      const method = { ...empty, position, ...before, ...defined(fields), view_texts, rates } as NewMethod;
      checkMethod(at, method, findings);
      inFile.push({ at, method });
      return before && isSameJson(before, method) ? [] : [method];
    });
    checkCodes(inFile, findings);
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
  /** The title in a store view or a language. */
  [title: `${'carrier_title' | 'method_title'}_${string}`]: string;
}

interface RateCells {
  price_incl_tax: number | null;
  from_amount: number | null;
  regions: string[];
  postcode_from: string | null;
  postcode_to: string | null;
  /** The amount in the currency of a store view. */
  [amount: `${'price_incl_tax' | 'from_amount'}_${string}`]: number | null;
}

const code = fitting(/^[\w-]{1,64}$/, 'is not a code: letters, digits, - and _');
const postcode = orNull(fitting(/^\d{4,5}$/, 'is no postal code: four digits, abroad five'));

const titleColumns = translationColumns('carrier_title', 'method_title');

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

function readRegions(cell: string): string[] | ImportError {
  const list = [...new Set(readList(cell))];
  const unknown = list.find((region) => findProvince(region)?.code !== region);
  return unknown === undefined
    ? list
    : new ImportError(`${quoted(unknown)} is not a province code such as ZA-WC`);
}

type MethodFields = Partial<Omit<NewMethod, 'rates'>>;

interface MethodDraft {
  at: Origin;
  fields: MethodFields;
  rates: NewRate[];
}

function readMethods(rows: readonly CsvRow[], findings: Findings): MethodDraft[] {
  const drafts = new Map<string, MethodDraft>();
  for (const row of rows) {
    const { carrier, method, ...cells } = readColumns(row, readers, 'delivery', findings);
    if (!carrier || !method)
      findings.missing(row.at, 'carrier', 'the carrier code or method code is missing');
    const { carrier_title, method_title, needs, position, enabled, ...rate } = cells;
    const titles = { carrier_title, method_title, needs, view_texts: readTextCells(titleColumns, cells) };
    const order = { position: position ?? undefined, enabled: enabled ?? undefined };
    const fields = { carrier_code: carrier, method_code: method, ...titles, ...order };
    const draft = drafts.get(keyOf(fields)) ?? { at: row.at, fields, rates: [] };
    drafts.set(keyOf(fields), draft);
    if (!isSameJson(draft.fields, fields))
      findings.problem(row.at, 'method', `${quoted(keyOf(fields))} differs from line ${draft.at.line}`);
    draft.rates.push(...ratesOf(row, rate, findings));
  }
  return [...drafts.values()];
}

/** A row is one rate of the shop, and one of each store view that has a price in it. */
function ratesOf({ at }: CsvRow, cells: Partial<RateCells>, findings: Findings): NewRate[] {
  const { price_incl_tax, from_amount, regions = [], postcode_from = null, postcode_to = null } = cells;
  if (postcode_from && postcode_to && postcode_to < postcode_from)
    findings.problem(at, 'postcode_to', 'is before postcode_from');
  const where = { region_codes: regions, postcode_from, postcode_to };
  const rates = ['', ...viewCodes].flatMap((store_code) => {
    const price = store_code ? cells[`price_incl_tax_${store_code}`] : price_incl_tax;
    const from = store_code ? cells[`from_amount_${store_code}`] : from_amount;
    if (store_code)
      checkFrom(at, store_code, {
        price: price ?? null,
        from: from ?? null,
        shopsFrom: from_amount ?? 0,
        findings,
      });
    if (price === null || price === undefined) return [];
    return [{ store_code, price_incl_tax_cents: price, from_amount_cents: from ?? 0, ...where }];
  });
  if (rates.length === 0)
    findings.missing(at, 'price_incl_tax', 'the price is missing; use 0 for free delivery');
  return rates;
}

/** A rate with a minimum amount in rand needs a minimum amount in the view's currency too. */
function checkFrom(
  at: Origin,
  view: string,
  {
    price,
    from,
    shopsFrom,
    findings,
  }: { price: number | null; from: number | null; shopsFrom: number; findings: Findings },
): void {
  const column = `from_amount_${view}`;
  if (price === null && from !== null) findings.problem(at, column, `needs a price_incl_tax_${view}`);
  if (price !== null && from === null && shopsFrom > 0)
    findings.problem(at, column, 'is missing: an amount in rand does not apply in the view’s currency');
}

const empty = { carrier_title: '', method_title: '', enabled: true };

function checkMethod(
  at: Origin,
  { carrier_title, method_title, needs }: NewMethod,
  findings: Findings,
): void {
  if (carrier_title === '') findings.missing(at, 'carrier_title', 'who brings it is missing');
  if (method_title === '') findings.missing(at, 'method_title', 'how it is brought is missing');
  if (!needs) findings.missing(at, 'needs', 'is none of address, store, pickup_point');
}

interface InFile {
  at: Origin;
  method: NewMethod;
}

/**
 * Reports methods that can be offered together and share the method code: a Vue Storefront client sends the
 * code without the carrier's and would get the other method.
 */
function checkCodes(inFile: readonly InFile[], findings: Findings): void {
  const offered = inFile.filter(({ method }) => method.enabled);
  for (const [index, { at, method }] of offered.entries()) {
    const earlier = offered
      .slice(0, index)
      .find(
        (candidate) =>
          candidate.method.method_code === method.method_code &&
          areMethodsOfferedTogether(candidate.method, method),
      );
    if (earlier)
      findings.problem(
        at,
        'method',
        `${quoted(method.method_code)} is also the code of ${quoted(keyOf(earlier.method))} in line ` +
          `${earlier.at.line}, and both can be offered for the same order`,
      );
  }
}

const keyOf = ({ carrier_code, method_code }: MethodFields): string => `${carrier_code} ${method_code}`;

function defined(fields: MethodFields): MethodFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
