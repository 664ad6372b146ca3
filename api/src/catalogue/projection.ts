type Json = unknown;

/**
 * Which fields of a document an answer carries (`includeFields`, `_source_include`): names are paths
 * with dots, `*` stands for any text, and a name takes all that is below it. Without includes every
 * field is carried; excludes are taken away afterwards.
 */
export interface Projection {
  /** Names the projection, so that what was projected once can be kept. */
  key: string;
  /** Whether every field is carried. */
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
    // Documents are alike: each path is asked about once, however many products have it.
    carries: remembered(
      (path) => (include.length === 0 || covers(included, path)) && !covers(excluded, path),
    ),
    reaches: remembered((path) => mayLeadBelow(included, path)),
    looksInside: exclude.length > 0,
  };
  return { key, isWhole, apply: (document) => pick(document, '', choice) };
}

interface Choice {
  carries: (path: string) => boolean;
  /** Whether something below the path may be carried. */
  reaches: (path: string) => boolean;
  /** Whether something below what is carried may be excluded. */
  looksInside: boolean;
}

function remembered(question: (path: string) => boolean): (path: string) => boolean {
  const answers = new Map<string, boolean>();
  return (path) => {
    const known = answers.get(path);
    if (known !== undefined) return known;
    const answer = question(path);
    answers.set(path, answer);
    return answer;
  };
}

/** Names that are paths, which are looked up, and those with a star, which are tried one by one. */
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

/** Whether a name takes this path: it is the path, or one above it. */
function covers({ plain, starred }: Names, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    if (plain.has(path.slice(0, end))) return true;
  }
  return starred.some((name) => fits(name, path) || fits(`${name}.*`, path));
}

/** Whether a name can take something below this path: it goes on there, or what stands before its star ends by there. */
function mayLeadBelow({ plain, starred }: Names, path: string): boolean {
  const below = `${path}.`;
  for (const name of plain) if (name.startsWith(below)) return true;
  return starred.some((name) => name.startsWith(below) || below.startsWith(name.slice(0, name.indexOf('*'))));
}

/**
 * Whether a text fits a name in which `*` stands for any text. Only the last star is ever tried again, so
 * that the work stays below the product of the two lengths; a regular expression of many stars never ends.
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
    if (carried && !(nested && choice.looksInside)) picked[field] = value;
    else if (nested && (carried || choice.reaches(path))) {
      const below = within(value, path, choice, carried);
      if (carried || !isEmpty(below)) picked[field] = below;
    }
  }
  return picked;
}

/** @param carried whether the values of a list are carried themselves, or only fields further down */
function within(value: object, path: string, choice: Choice, carried: boolean): Json {
  if (!Array.isArray(value)) return pick(value, `${path}.`, choice);
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  return value
    .filter((one) => carried || isObject(one))
    .map((one) => (isObject(one) ? pick(one, `${path}.`, choice) : one));
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.every(isEmpty) : Object.keys(value as object).length === 0;
}
