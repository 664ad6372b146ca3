import { templateFor } from './mapping.ts';
import { buildingNameAmong, indexAfter, newBuildingName, numberOf, type Places } from './places.ts';
import { EngineRefused, type Wire } from './wire.ts';

/** An index that is being built. */
export interface Building {
  index: string;
  /** What its builder calls it. */
  name: string;
}

/** The indices of one store view: which is in use, which is being built, and how one takes the place of another. */
export interface Indices {
  /** Where the alias leads: to one, or nowhere yet. */
  current: string[];
  /** One that somebody builds, or began to. */
  building: Building | undefined;
  all: string[];
}

export async function lookAt(wire: Wire, { alias, pattern }: Places): Promise<Indices> {
  const found = await wire.ask<Record<string, { aliases: Record<string, object> }>>(
    'GET',
    `/${pattern}/_alias`,
  );
  const all = Object.keys(found).sort((a, b) => numberOf(a) - numberOf(b));
  const namesOf = (index: string) => Object.keys(found[index]!.aliases);
  const built = all.flatMap((index) => {
    const name = buildingNameAmong(index, namesOf(index));
    return name ? [{ index, name }] : [];
  });
  return { current: all.filter((index) => namesOf(index).includes(alias)), building: built.at(-1), all };
}

/** Makes the index after all others; undefined when somebody else has just made it. */
export async function beginIndex(
  wire: Wire,
  places: Places,
  { all }: Indices,
): Promise<Building | undefined> {
  await wire.ask('PUT', `/_index_template/${places.alias}`, templateFor(places.pattern));
  const index = indexAfter(places, all.at(-1));
  const name = newBuildingName(index);
  try {
    await wire.ask('PUT', `/${index}`, { aliases: { [name]: {} } }, 30_000);
    return { index, name };
  } catch (error) {
    if (isRefused(error, 'resource_already_exists_exception')) return undefined;
    throw error;
  }
}

/**
 * From one moment to the next searches go to this index; refused where its builder was given up meanwhile.
 *
 * @returns the older ones, which nobody asks any more once the searches under way are answered
 */
export async function putToUse(wire: Wire, places: Places, { index, name }: Building): Promise<string[]> {
  const { all, current } = await lookAt(wire, places);
  const actions = [
    ...current.map((one) => ({ remove: { index: one, alias: places.alias } })),
    { add: { index, alias: places.alias } },
    { remove: { index, alias: name, must_exist: true } },
  ];
  await wire.ask('POST', '/_aliases', { actions }, 30_000);
  return all.filter((one) => numberOf(one) < numberOf(index));
}

/** Drops an index that could not be finished, unless it is in use after all, or is another's by now. */
export async function giveUp(wire: Wire, places: Places, { name }: Building): Promise<void> {
  const { building } = await lookAt(wire, places);
  if (building?.name === name) await dropIndex(wire, building.index);
}

export async function dropIndex(wire: Wire, index: string): Promise<void> {
  await wire.ask('DELETE', `/${index}?ignore_unavailable=true`);
}

/** Makes what was written visible. */
export async function refresh(wire: Wire, index: string): Promise<void> {
  await wire.ask('POST', `/${index}/_refresh`, undefined, 30_000);
}

/** How many products were written to an index so far; undefined when it is gone. */
export async function progressOf(wire: Wire, index: string): Promise<number | undefined> {
  try {
    // Nothing is said of an index that no machine has room for yet.
    const { _all } = await wire.ask<{ _all?: { primaries?: { indexing?: { index_total: number } } } }>(
      'GET',
      `/${index}/_stats/indexing?filter_path=_all.primaries.indexing.index_total`,
    );
    return _all?.primaries?.indexing?.index_total ?? 0;
  } catch (error) {
    if (isRefused(error, 'index_not_found_exception')) return undefined;
    throw error;
  }
}

export function isRefused(error: unknown, type: string): boolean {
  return error instanceof EngineRefused && error.type === type;
}
