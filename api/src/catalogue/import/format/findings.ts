/** A position in the input; lines count from 1. */
export interface Origin {
  file: string;
  line: number;
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
}

export const maxReportedProblems = 200;
const maxExamples = 12;

/** Collects the findings of an import, so that one run reports every problem. */
export class Findings {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  private readonly linesWithProblems = new Set<string>();
  private readonly noticed = new Map<string, Notice>();

  problem(at: Origin, column: string, reason: string): void {
    this.problemCount += 1;
    this.linesWithProblems.add(`${at.file}:${at.line}`);
    if (this.problems.length < maxReportedProblems) {
      this.problems.push({ file: at.file, line: at.line, column, reason });
    }
  }

  /** Reports a missing value, unless a problem of the same line already explains it. */
  missing(at: Origin, column: string, reason: string): void {
    if (!this.linesWithProblems.has(`${at.file}:${at.line}`)) this.problem(at, column, reason);
  }

  /** @param message the same for every case; the details go into `example` */
  notice(message: string, example = ''): void {
    const known = this.noticed.get(message) ?? { message, count: 0, examples: [] };
    this.noticed.set(message, known);
    known.count += 1;
    const isNew = example !== '' && known.examples.length < maxExamples && !known.examples.includes(example);
    if (isNew) known.examples.push(example);
  }

  get notices(): Notice[] {
    return [...this.noticed.values()];
  }
}
