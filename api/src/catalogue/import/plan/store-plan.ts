import { findProvince } from '@fynbos/core/accounts/address.ts';
import { validatePostcode } from '@fynbos/core/accounts/field-rules.ts';
import type { NewStore } from '../../../stores/store-service.ts';
import { quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import type { StoreDraft } from '../rows/drafts.ts';
import { isSameJson } from './import-plan.ts';

const needed = ['name', 'street', 'city', 'region_code', 'postcode', 'latitude', 'longitude'] as const;
const empty = { suburb: '', telephone: '', hours: '', services: [] };

/** The stores to write: new and changed ones. New stores are placed after the existing ones. */
export function planStores(
  drafts: readonly StoreDraft[],
  stored: ReadonlyMap<string, NewStore>,
  findings: Findings,
): NewStore[] {
  let last = Math.max(0, ...[...stored.values()].map((store) => store.position));
  return drafts.flatMap(({ at, code, fields }) => {
    const before = stored.get(code);
    const store = { ...empty, position: before ? 0 : ++last, ...before, ...fields, code };
    for (const column of needed)
      if (store[column] === undefined || store[column] === '')
        findings.missing(at, column, `the store ${quoted(code)} needs a value`);
    const error = validateLocation(store);
    if (error) findings.problem(at, ...error);
    // A missing column is a problem, and input with a problem is not written.
    return before && isSameJson(before, store) ? [] : (store as NewStore);
  });
}

/** A province and a postal code of South Africa must be valid; those of other countries are not checked. */
function validateLocation(store: Partial<NewStore>): [column: string, reason: string] | undefined {
  const { region_code = '', postcode = '' } = store;
  if (!region_code.startsWith('ZA-')) return undefined;
  if (!findProvince(region_code)) return ['region_code', `${quoted(region_code)} is no province`];
  if (postcode !== '' && validatePostcode(postcode, 'ZA'))
    return ['postcode', `${quoted(postcode)} is no postal code: four digits`];
  return undefined;
}
