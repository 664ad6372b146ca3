import { findProvince } from '@fynbos/core/accounts/address.ts';
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
import { keptMethods, type NewMethod, type NewRate, saveMethods } from './service.ts';

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
      const method = { ...empty, position, ...before, ...defined(said), rates } as NewMethod;
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
}

interface RateCells {
  price_incl_tax: number;
  from_amount: number | null;
  regions: string[];
  postcode_from: string | null;
  postcode_to: string | null;
}

const code = fitting(/^[\w-]{1,64}$/, 'is no code: letters, digits, - and _');
const postcode = orNull(fitting(/^\d{4}$/, 'is no postal code: four digits'));

const readers: Readers<MethodCells & RateCells> = {
  carrier: code,
  method: code,
  carrier_title: readText,
  method_title: readText,
  needs: oneOf(['address', 'store', 'pickup_point']),
  position: orNull(wholeBetween(0, 1_000_000)),
  enabled: orNull(readYesNo),
  price_incl_tax: readCents,
  from_amount: orNull(readCents),
  regions: readRegions,
  postcode_from: postcode,
  postcode_to: postcode,
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
    const titles = { carrier_title, method_title, needs };
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
    draft.rates.push(rateOf(row, rate, findings));
  }
  return [...drafts.values()];
}

function rateOf({ at }: Row, cells: Partial<RateCells>, findings: Findings): NewRate {
  const { price_incl_tax, from_amount, regions = [], postcode_from = null, postcode_to = null } = cells;
  if (price_incl_tax === undefined) findings.missing(at, 'price_incl_tax', 'the price is missing; free is 0');
  if (postcode_from && postcode_to && postcode_to < postcode_from)
    findings.problem(at, 'postcode_to', 'is before postcode_from');
  return {
    price_incl_tax_cents: price_incl_tax ?? 0,
    from_amount_cents: from_amount ?? 0,
    region_codes: regions,
    postcode_from,
    postcode_to,
  };
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
