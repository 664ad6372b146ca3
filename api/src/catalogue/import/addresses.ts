import { isFixedRoute } from '@fynbos/core/catalogue/fixed-routes.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { quoted } from './cells.ts';
import type { Findings, Origin } from './findings.ts';

/** Something that needs an address of its own: a product or a category. */
export interface Addressee {
  /** Who it is, as a sentence would say it: `the product OATS-1KG`. */
  owner: string;
  at: Origin;
  /** What the input says; undefined when it leaves the address to the shop. */
  asked: string | undefined;
  /** What it has now. */
  kept: string | undefined;
  /** What to derive an address from; asked for once everything above it has its own. */
  base: () => string;
  /** Tells it from others of the same name. */
  suffix: string;
  settle: (path: string) => void;
}

const longestDerived = 200;

const wellFormed = /^[\p{Ll}\p{Lo}\p{Lu}\p{M}\p{N}._~-]+(\/[\p{Ll}\p{Lo}\p{Lu}\p{M}\p{N}._~-]+)*$/u;

/**
 * Gives every product and category its address. What the input asks for comes first and must be free;
 * then everything keeps the address it has; the rest is derived from names and made unique. No address
 * lies below a fixed route of the shop (decision 30).
 *
 * @param others the addresses of what the input does not mention, and whose they are
 */
export function settleAddresses(
  addressees: readonly Addressee[],
  others: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  const taken = new Map(others);
  for (const one of addressees) if (one.asked !== undefined) settleAsked(one, one.asked, taken, findings);
  for (const one of addressees)
    if (one.asked === undefined && one.kept !== undefined) settleKept(one, one.kept, taken, findings);
  for (const one of addressees) {
    if (one.asked !== undefined || one.kept !== undefined) continue;
    const path = firstFree(one, taken);
    taken.set(path, one.owner);
    one.settle(path);
  }
}

function settleAsked(one: Addressee, path: string, taken: Map<string, string>, findings: Findings): void {
  const fault = faultOf(path) ?? clash(path, taken);
  if (fault) findings.problem(one.at, 'url_path', fault);
  else taken.set(path, one.owner);
  one.settle(path);
}

function settleKept(one: Addressee, path: string, taken: Map<string, string>, findings: Findings): void {
  const fault = clash(path, taken);
  if (fault) findings.problem(one.at, 'url_path', fault);
  else taken.set(path, one.owner);
  one.settle(path);
}

function faultOf(path: string): string | undefined {
  if (path.length > 255) return 'is longer than 255 characters';
  if (!wellFormed.test(path) || path.split('/').some((part) => /^\.+$/.test(part)))
    return `${quoted(path)} is no address: letters, digits, . _ ~ - and single slashes inside`;
  return isFixedRoute(path)
    ? `${quoted(path)} belongs to the shop itself (a fixed route); choose another`
    : undefined;
}

function clash(path: string, taken: ReadonlyMap<string, string>): string | undefined {
  const owner = taken.get(path);
  return owner ? `${quoted(path)} is already the address of ${owner}` : undefined;
}

function firstFree(one: Addressee, taken: ReadonlyMap<string, string>): string {
  const base = one.base().slice(0, longestDerived);
  const suffix = slugOf(one.suffix) || '2';
  const candidates = [base, `${base}-${suffix}`];
  const found = candidates.find((path) => path !== '' && !taken.has(path) && !isFixedRoute(path));
  if (found) return found;
  for (let count = 2; ; count += 1) {
    const path = `${base}-${suffix}-${count}`;
    if (!taken.has(path) && !isFixedRoute(path)) return path;
  }
}
