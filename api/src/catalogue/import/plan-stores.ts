import { findProvince } from '@fynbos/core/accounts/address.ts';
import { postcodeFault } from '@fynbos/core/accounts/fields.ts';
import type { NewStore } from '../../stores/service.ts';
import { quoted } from './cells.ts';
import type { StoreDraft } from './drafts.ts';
import type { Findings } from './findings.ts';
import { same } from './plan.ts';

const needed = ['name', 'street', 'city', 'region_code', 'postcode', 'latitude', 'longitude'] as const;
const empty = { suburb: '', telephone: '', hours: '', services: [] };

/** The stores that are going to be written: new ones and changed ones, the new ones after those there are. */
export function planStores(
  drafts: readonly StoreDraft[],
  kept: ReadonlyMap<string, NewStore>,
  findings: Findings,
): NewStore[] {
  let last = Math.max(0, ...[...kept.values()].map((store) => store.position));
  return drafts.flatMap(({ at, code, said }) => {
    const before = kept.get(code);
    const store = { ...empty, position: before ? 0 : ++last, ...before, ...said, code };
    for (const column of needed)
      if (store[column] === undefined || store[column] === '')
        findings.missing(at, column, `the store ${quoted(code)} needs one`);
    const fault = placeFault(store);
    if (fault) findings.problem(at, ...fault);
    return before && same(before, store) ? [] : (store as NewStore);
  });
}

/** A province and a postal code of South Africa must be there; those of other countries are taken as they are. */
function placeFault(store: Partial<NewStore>): [column: string, reason: string] | undefined {
  const { region_code = '', postcode = '' } = store;
  if (!region_code.startsWith('ZA-')) return undefined;
  if (!findProvince(region_code)) return ['region_code', `${quoted(region_code)} is no province`];
  if (postcode !== '' && postcodeFault(postcode, 'ZA'))
    return ['postcode', `${quoted(postcode)} is no postal code: four digits`];
  return undefined;
}
