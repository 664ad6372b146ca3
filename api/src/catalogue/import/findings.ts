/** Where in the input something stands: the line counts from 1. */
export interface Origin {
  file: string;
  line: number;
}

/** One thing that keeps the import from happening: where it is and why. */
export interface ImportProblem extends Origin {
  /** The column of a table, the field of an entity, or a column number for broken text. */
  column: string;
  reason: string;
}

/** Something the shop owner should know that does not stop the import, and how often it came up. */
export interface Notice {
  message: string;
  count: number;
  /** The first few that differ. */
  examples: string[];
}

export const mostProblemsKept = 200;
const mostExamplesKept = 12;

/** Collects what an import finds, so that one run tells everything that is wrong. */
export class Findings {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  private readonly faultyLines = new Set<string>();
  private readonly noticed = new Map<string, Notice>();

  problem(at: Origin, column: string, reason: string): void {
    this.problemCount += 1;
    this.faultyLines.add(`${at.file}:${at.line}`);
    if (this.problems.length < mostProblemsKept) {
      this.problems.push({ file: at.file, line: at.line, column, reason });
    }
  }

  /** Something that is missing, unless its line has a problem already that explains why. */
  missing(at: Origin, column: string, reason: string): void {
    if (!this.faultyLines.has(`${at.file}:${at.line}`)) this.problem(at, column, reason);
  }

  /** @param message the same for every case; what differs goes into `example` */
  notice(message: string, example = ''): void {
    const known = this.noticed.get(message) ?? { message, count: 0, examples: [] };
    this.noticed.set(message, known);
    known.count += 1;
    const isNew =
      example !== '' && known.examples.length < mostExamplesKept && !known.examples.includes(example);
    if (isNew) known.examples.push(example);
  }

  get notices(): Notice[] {
    return [...this.noticed.values()];
  }
}
