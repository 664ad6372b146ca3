/** A position in the input; lines count from 1. */
export interface Origin {
  file: string;
  line: number;
  /** The row of a table, as a spreadsheet counts them: the header is row 1. Cells may contain line breaks. */
  row?: number;
}

/** A problem that prevents the import: its position and reason. */
export interface ImportProblem extends Origin {
  /** The column of a table, the field of an entity, or the column number for invalid text. */
  column: string;
  reason: string;
}

/** A message for the shop owner that does not prevent the import, and its number of occurrences. */
export interface Notice {
  message: string;
  count: number;
  /** The first distinct examples. */
  examples: string[];
  /** Whether the examples are all cases, and reports show each. */
  isComplete?: boolean;
}

/** Problems of one kind: the same column, and the same reason apart from the values in it. */
export interface ProblemGroup {
  file: string;
  column: string;
  /** The reason of the first one. */
  reason: string;
  places: Pick<Origin, 'line' | 'row'>[];
}

const maxReportedProblems = 200;
const maxExamples = 12;

/** Collects the findings of an import, so that one run reports every problem. */
export class Findings {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  /** Cells that prevent nothing but need the shop owner's attention. */
  readonly warnings: ImportProblem[] = [];
  /** Origins with a problem, by file and line. */
  readonly #invalid = new Map<string, Origin>();
  readonly #groups = new Map<string, ProblemGroup>();
  readonly #formats = new Map<string, Set<string>>();
  readonly #noticed = new Map<string, Notice>();
  /** Rows with problems that were left out, by file and line. */
  readonly #skipped = new Map<string, Origin>();

  problem(at: Origin, column: string, reason: string): void {
    this.problemCount += 1;
    this.#invalid.set(keyOf(at), at);
    this.#group(at, column, reason);
    if (this.problems.length < maxReportedProblems) this.problems.push({ ...at, column, reason });
  }

  #group({ file, line, row }: Origin, column: string, reason: string): void {
    const key = [file, column, reason.replace(/"[^"]*"|[\d.,]+/g, '')].join('\0');
    const known = this.#groups.get(key) ?? { file, column, reason, places: [] };
    this.#groups.set(key, known);
    known.places.push({ line, ...(row !== undefined && { row }) });
  }

  /** Reports a missing value, unless a problem of the same line already explains it. */
  missing(at: Origin, column: string, reason: string): void {
    if (!this.#invalid.has(keyOf(at))) this.problem(at, column, reason);
  }

  warning(at: Origin, column: string, reason: string): void {
    this.warnings.push({ ...at, column, reason });
  }

  /** Rows that were left out, each of which the report shows. */
  rowNotice(message: string, row: string): void {
    const known = this.#noticed.get(message) ?? { message, count: 0, examples: [], isComplete: true };
    this.#noticed.set(message, known);
    known.count += 1;
    known.examples.push(row);
  }

  /** @param format how the file is written, where that is not the standard format: `semicolons between cells` */
  format(file: string, format: string): void {
    this.#formats.set(file, (this.#formats.get(file) ?? new Set()).add(format));
  }

  /** One line for each file that is not in the standard format. */
  get formats(): string[] {
    return [...this.#formats].map(([file, formats]) => `${file} is read with ${[...formats].join(', ')}`);
  }

  /** @param message the same for every case; the details go into `example` */
  notice(message: string, example = ''): void {
    const known = this.#noticed.get(message) ?? { message, count: 0, examples: [] };
    this.#noticed.set(message, known);
    known.count += 1;
    const isNew = example !== '' && known.examples.length < maxExamples && !known.examples.includes(example);
    if (isNew) known.examples.push(example);
  }

  get notices(): Notice[] {
    return [...this.#noticed.values()];
  }

  get groups(): ProblemGroup[] {
    return [...this.#groups.values()];
  }

  /** The number of rows that were left out. */
  get skippedCount(): number {
    return this.#skipped.size;
  }

  isInvalid(at: Origin): boolean {
    return this.#invalid.has(keyOf(at));
  }

  /** Whether every problem is in one of these rows, or in a row of a table that could not be read at all. */
  areAllIn(rows: readonly Origin[]): boolean {
    const keys = new Set(rows.map(keyOf));
    return [...this.#invalid].every(([key, { row = 1 }]) => keys.has(key) || row > 1);
  }

  /** A copy, to which findings of one attempt are added. */
  copy(): Findings {
    const copy = new Findings();
    copy.problems.push(...this.problems);
    copy.problemCount = this.problemCount;
    copy.warnings.push(...this.warnings);
    for (const [file, formats] of this.#formats) copy.#formats.set(file, new Set(formats));
    for (const [key, at] of this.#invalid) copy.#invalid.set(key, at);
    for (const [key, at] of this.#skipped) copy.#skipped.set(key, at);
    for (const [key, group] of this.#groups) copy.#groups.set(key, { ...group, places: [...group.places] });
    for (const [key, notice] of this.#noticed)
      copy.#noticed.set(key, { ...notice, examples: [...notice.examples] });
    return copy;
  }

  /** Takes over the problems of an attempt as those of rows that are left out, so that they prevent nothing. */
  skip(attempt: Findings): void {
    for (const [key, at] of attempt.#invalid) this.#skipped.set(key, at);
    for (const [key, group] of attempt.#groups) this.#groups.set(key, group);
    this.#invalid.clear();
    this.problems.length = 0;
    this.problemCount = 0;
  }
}

const keyOf = ({ file, line }: Origin): string => `${file}:${line}`;
