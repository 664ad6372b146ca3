import { indexTemplate } from './index-mapping.ts';
import { buildingNameAmong, indexAfter, newBuildingName, numberOf, type Places } from './index-names.ts';
import { EngineRefused, type Wire } from './opensearch-client.ts';

/** An index that is being built. */
export interface Building {
  index: string;
  /** Alias that only the builder knows. */
  name: string;
}

/** The indices of one store view: the one in use, one being built, and all others. */
export interface Indices {
  /** Targets of the alias: one index, or none yet. */
  current: string[];
  /** An index that a process is building or started to build. */
  building: Building | undefined;
  all: string[];
}

export async function readIndices(wire: Wire, { alias, pattern }: Places): Promise<Indices> {
  const aliasesByIndex = await wire.request<Record<string, { aliases: Record<string, object> }>>(
    'GET',
    `/${pattern}/_alias`,
  );
  const all = Object.keys(aliasesByIndex).sort((a, b) => numberOf(a) - numberOf(b));
  const namesOf = (index: string) => Object.keys(aliasesByIndex[index]?.aliases ?? {});
  const built = all.flatMap((index) => {
    const name = buildingNameAmong(index, namesOf(index));
    return name ? [{ index, name }] : [];
  });
  return { current: all.filter((index) => namesOf(index).includes(alias)), building: built.at(-1), all };
}

/** Creates the next index; undefined when another process has just created it. */
export async function beginIndex(
  wire: Wire,
  places: Places,
  { all }: Indices,
): Promise<Building | undefined> {
  await wire.request('PUT', `/_index_template/${places.alias}`, indexTemplate(places.pattern));
  const index = indexAfter(places, all.at(-1));
  const name = newBuildingName(index);
  try {
    await wire.request('PUT', `/${index}`, { aliases: { [name]: {} } }, 30_000);
    return { index, name };
  } catch (error) {
    if (isRefused(error, 'resource_already_exists_exception')) return undefined;
    throw error;
  }
}

/**
 * Switches searches to this index atomically. The engine rejects the switch when the builder was declared
 * dead meanwhile.
 * @returns the older indices, unused once the running searches end
 */
export async function putToUse(wire: Wire, places: Places, { index, name }: Building): Promise<string[]> {
  const { all, current } = await readIndices(wire, places);
  const actions = [
    ...current.map((oldIndex) => ({ remove: { index: oldIndex, alias: places.alias } })),
    { add: { index, alias: places.alias } },
    { remove: { index, alias: name, must_exist: true } },
  ];
  await wire.request('POST', '/_aliases', { actions }, 30_000);
  return all.filter((candidate) => numberOf(candidate) < numberOf(index));
}

/** Drops an unfinished index, unless it is in use or belongs to another builder. */
export async function abandonIndex(wire: Wire, places: Places, { name }: Building): Promise<void> {
  const { building } = await readIndices(wire, places);
  if (building?.name === name) await dropIndex(wire, building.index);
}

export async function dropIndex(wire: Wire, index: string): Promise<void> {
  await wire.request('DELETE', `/${index}?ignore_unavailable=true`);
}

/** Makes written documents visible to searches. */
export async function refresh(wire: Wire, index: string): Promise<void> {
  await wire.request('POST', `/${index}/_refresh`, undefined, 30_000);
}

/** Number of products written to an index so far; undefined when it does not exist. */
export async function progressOf(wire: Wire, index: string): Promise<number | undefined> {
  try {
    // The statistics are empty while no node has allocated the index.
    const { _all } = await wire.request<{ _all?: { primaries?: { indexing?: { index_total: number } } } }>(
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
