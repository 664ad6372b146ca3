type Json = unknown;

/**
 * Which fields of a document an answer carries (`includeFields`, `_source_include`): names are paths
 * with dots, `*` stands for any text, and a name takes all that is below it. Without includes every
 * field is carried; excludes are taken away afterwards.
 */
export interface Projection {
  /** Names the projection, so that what was projected once can be kept. */
  key: string;
  apply(document: object): object;
}

export function projection(include: readonly string[], exclude: readonly string[]): Projection {
  const key = JSON.stringify([include, exclude]);
  if (include.length === 0 && exclude.length === 0) return { key, apply: (document) => document };
  const included = include.map(pattern);
  const excluded = exclude.map(pattern);
  const carries = (path: string) =>
    (included.length === 0 || included.some((one) => one.whole.test(path))) &&
    !excluded.some((one) => one.whole.test(path));
  const reaches = (path: string) => included.some((one) => one.mayLeadTo(path));
  return {
    key,
    apply: (document) =>
      pick(
        document,
        '',
        carries,
        reaches,
        excluded.map((one) => one.whole),
      ),
  };
}

function pattern(name: string) {
  const text = name
    .split('*')
    .map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'))
    .join('.*');
  return {
    whole: new RegExp(`^${text}(\\..*)?$`),
    mayLeadTo: (path: string) => name.startsWith(`${path}.`) || name.startsWith('*'),
  };
}

function pick(
  document: object,
  above: string,
  carries: (path: string) => boolean,
  reaches: (path: string) => boolean,
  excluded: readonly RegExp[],
): object {
  const picked: Record<string, Json> = {};
  for (const [field, value] of Object.entries(document)) {
    const path = above + field;
    const nested = typeof value === 'object' && value !== null;
    if (carries(path) && !(nested && excluded.length > 0)) picked[field] = value;
    else if (nested && (carries(path) || reaches(path))) {
      const below = within(value, path, carries, reaches, excluded);
      if (carries(path) || !isEmpty(below)) picked[field] = below;
    }
  }
  return picked;
}

function within(
  value: object,
  path: string,
  carries: (path: string) => boolean,
  reaches: (path: string) => boolean,
  excluded: readonly RegExp[],
): Json {
  if (!Array.isArray(value)) return pick(value, `${path}.`, carries, reaches, excluded);
  return value.map((one) =>
    typeof one === 'object' && one !== null ? pick(one, `${path}.`, carries, reaches, excluded) : one,
  );
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.every(isEmpty) : Object.keys(value as object).length === 0;
}
