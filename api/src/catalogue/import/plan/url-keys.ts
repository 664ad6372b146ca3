import { isCataloguePath, isFixedRoute } from '@fynbos/core/catalogue/fixed-routes.ts';
import { transliteratedSlug } from '../../documents/transliterated-slug.ts';
import { quoted } from '../format/cells.ts';
import type { Findings, Origin } from '../format/findings.ts';

/** A product or a category that needs a URL path. */
export interface Addressee {
  /** Its description for messages: `the product OATS-1KG`. */
  owner: string;
  at: Origin;
  /** The path in the input; undefined when the shop chooses it. */
  requestedPath: string | undefined;
  /** The current path. */
  currentPath: string | undefined;
  /** The base to derive a path from; called after all parents have theirs. */
  base: () => string;
  /** Distinguishes it from others of the same name. */
  suffix: string;
  settle: (path: string) => void;
}

const maxDerivedLength = 200;

const wellFormed = /^[\p{Ll}\p{Lo}\p{Lu}\p{M}\p{N}._~-]+(\/[\p{Ll}\p{Lo}\p{Lu}\p{M}\p{N}._~-]+)*$/u;

/**
 * Gives every product and category its URL path. Paths in the input come first and must be free; then
 * existing paths stay; the others are derived from names and made unique. No path lies below a fixed route
 * of the shop, and none ends like the name of a file (spec D30). Two paths differ by more than letter case.
 * @param otherOwners paths of the entries that the input does not mention, with their owners
 */
export function assignUrlPaths(
  addressees: readonly Addressee[],
  otherOwners: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  const taken = new TakenPaths(otherOwners);
  for (const addressee of addressees)
    if (addressee.requestedPath !== undefined) settle(addressee, addressee.requestedPath, taken, findings);
  for (const addressee of addressees)
    if (addressee.requestedPath === undefined && addressee.currentPath !== undefined)
      settle(addressee, addressee.currentPath, taken, findings);
  for (const addressee of addressees) {
    if (addressee.requestedPath !== undefined || addressee.currentPath !== undefined) continue;
    const path = firstFree(addressee, taken);
    taken.add(path, addressee.owner);
    addressee.settle(path);
  }
}

/** The paths in use, with their owners. */
class TakenPaths {
  private readonly owners = new Map<string, string>();
  private readonly ownersInLowerCase = new Map<string, string>();

  constructor(owners: ReadonlyMap<string, string>) {
    for (const [path, owner] of owners) this.add(path, owner);
  }

  add(path: string, owner: string): void {
    this.owners.set(path, owner);
    this.ownersInLowerCase.set(path.toLowerCase(), owner);
  }

  /** The owner of exactly this path. */
  ownerOf(path: string): string | undefined {
    return this.owners.get(path);
  }

  /** The owner of this path in any letter case. */
  ownerInAnyCase(path: string): string | undefined {
    return this.ownersInLowerCase.get(path.toLowerCase());
  }
}

/** A stored path stays, although it would be refused today: an export of the shop can be imported again. */
function settle(addressee: Addressee, path: string, taken: TakenPaths, findings: Findings): void {
  const isStored = path === addressee.currentPath;
  const owner = isStored ? taken.ownerOf(path) : taken.ownerInAnyCase(path);
  const clash = owner && `${quoted(path)} is already the address of ${owner}`;
  const error = (isStored ? undefined : pathError(path)) ?? clash;
  if (error) findings.problem(addressee.at, 'url_path', error);
  else taken.add(path, addressee.owner);
  addressee.settle(path);
}

function pathError(path: string): string | undefined {
  if (path.length > 255) return 'is longer than 255 characters';
  if (!wellFormed.test(path) || path.split('/').some((part) => /^\.+$/.test(part)))
    return `${quoted(path)} is not a valid address: letters, digits, . _ ~ - and single slashes inside`;
  if (isFixedRoute(path)) return `${quoted(path)} belongs to the shop itself (a fixed route); choose another`;
  return isCataloguePath(path)
    ? undefined
    : `${quoted(path)} ends like the name of a file, and the shop serves no page there; choose another`;
}

function firstFree(addressee: Addressee, taken: TakenPaths): string {
  const base = addressee.base().slice(0, maxDerivedLength);
  const suffix = transliteratedSlug(addressee.suffix) || '2';
  const isFree = (path: string) =>
    path !== '' && taken.ownerInAnyCase(path) === undefined && isCataloguePath(path);
  const free = [base, `${base}-${suffix}`].find(isFree);
  if (free) return free;
  for (let count = 2; ; count += 1) {
    const path = `${base}-${suffix}-${count}`;
    if (isFree(path)) return path;
  }
}
