type Json = unknown;

/**
 * Selects the fields of a document in a response (`includeFields`, `_source_include`). Names are dotted
 * paths, `*` matches any text, and a name includes its whole subtree. Without includes all fields are
 * selected; excludes are applied afterwards.
 */
export interface Projection {
  /** Identifies the projection, so that its results can be cached. */
  key: string;
  /** Whether every field is included. */
  isWhole: boolean;
  apply(document: object): object;
}

export function projection(include: readonly string[], exclude: readonly string[]): Projection {
  const key = JSON.stringify([include, exclude]);
  const isWhole = include.length === 0 && exclude.length === 0;
  if (isWhole) return { key, isWhole, apply: (document) => document };
  const included = namesOf(include);
  const excluded = namesOf(exclude);
  const choice: Choice = {
    // Documents have the same structure: each path is evaluated once, however many products have it.
    carries: remembered(
      (path) => (include.length === 0 || covers(included, path)) && !covers(excluded, path),
    ),
    reaches: remembered((path) => mayLeadBelow(included, path)),
    filtersNested: exclude.length > 0,
  };
  return { key, isWhole, apply: (document) => pick(document, '', choice) };
}

interface Choice {
  carries: (path: string) => boolean;
  /** Whether a field below the path may be included. */
  reaches: (path: string) => boolean;
  /** Whether a field below an included field may be excluded. */
  filtersNested: boolean;
}

function remembered(predicate: (path: string) => boolean): (path: string) => boolean {
  const results = new Map<string, boolean>();
  return (path) => {
    const known = results.get(path);
    if (known !== undefined) return known;
    const result = predicate(path);
    results.set(path, result);
    return result;
  };
}

/** Exact paths, which are looked up, and names with a star, which are matched one by one. */
interface Names {
  plain: Set<string>;
  starred: string[];
}

function namesOf(names: readonly string[]): Names {
  const once = new Set(names.map((name) => name.replace(/\*+/g, '*')));
  const starred = [...once].filter((name) => name.includes('*'));
  for (const name of starred) once.delete(name);
  return { plain: once, starred };
}

/** Whether a name includes this path: the name is the path or one of its ancestors. */
function covers({ plain, starred }: Names, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    if (plain.has(path.slice(0, end))) return true;
  }
  return starred.some((name) => fits(name, path) || fits(`${name}.*`, path));
}

/**
 * Whether a name can match a field below this path: the name continues there, or the part before its star
 * is a prefix of the path.
 */
function mayLeadBelow({ plain, starred }: Names, path: string): boolean {
  const below = `${path}.`;
  for (const name of plain) if (name.startsWith(below)) return true;
  return starred.some((name) => name.startsWith(below) || below.startsWith(name.slice(0, name.indexOf('*'))));
}

/**
 * Whether a text matches a name in which `*` stands for any text. Only the last star is retried, so the
 * work is at most the product of the two lengths. A regular expression with many stars could backtrack
 * exponentially.
 */
function fits(name: string, text: string): boolean {
  let inName = 0;
  let star = -1;
  let resume = 0;
  for (let inText = 0; inText < text.length; ) {
    if (name[inName] === '*') {
      star = inName++;
      resume = inText;
    } else if (name[inName] === text[inText]) {
      inName++;
      inText++;
    } else if (star >= 0) {
      inName = star + 1;
      inText = ++resume;
    } else return false;
  }
  while (name[inName] === '*') inName++;
  return inName === name.length;
}

function pick(document: object, above: string, choice: Choice): object {
  const picked: Record<string, Json> = {};
  for (const [field, value] of Object.entries(document)) {
    const path = above + field;
    const carried = choice.carries(path);
    const nested = typeof value === 'object' && value !== null;
    if (carried && !(nested && choice.filtersNested)) picked[field] = value;
    else if (nested && (carried || choice.reaches(path))) {
      const below = within(value, path, choice, carried);
      if (carried || !isEmpty(below)) picked[field] = below;
    }
  }
  return picked;
}

/** @param carried whether the values of a list are included themselves, or only nested fields */
function within(value: object, path: string, choice: Choice, carried: boolean): Json {
  if (!Array.isArray(value)) return pick(value, `${path}.`, choice);
  const isObject = (entry: unknown) => typeof entry === 'object' && entry !== null;
  return value
    .filter((entry) => carried || isObject(entry))
    .map((entry) => (isObject(entry) ? pick(entry, `${path}.`, choice) : entry));
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.every(isEmpty) : Object.keys(value ?? {}).length === 0;
}
