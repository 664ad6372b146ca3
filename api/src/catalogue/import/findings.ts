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
  example: string;
}

export const mostProblemsKept = 200;

/** Collects what an import finds, so that one run tells everything that is wrong. */
export class Findings {
  readonly problems: ImportProblem[] = [];
  problemCount = 0;
  private readonly noticed = new Map<string, Notice>();

  problem(at: Origin, column: string, reason: string): void {
    this.problemCount += 1;
    if (this.problems.length < mostProblemsKept) {
      this.problems.push({ file: at.file, line: at.line, column, reason });
    }
  }

  /** @param message the same for every case; what differs goes into `example` */
  notice(message: string, example = ''): void {
    const known = this.noticed.get(message);
    if (known) known.count += 1;
    else this.noticed.set(message, { message, count: 1, example });
  }

  get notices(): Notice[] {
    return [...this.noticed.values()];
  }
}
