/** A run of a test command, as a row of docs/test-runs.md. */
export interface RunRecord {
  date: Date;
  /** Short hash of the commit that was tested. */
  commit: string;
  command: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  load: string;
}

/** The counts in the last closing line of an output; undefined when the run ended early. */
export function readClosingLine(
  output: string,
): Pick<RunRecord, 'passed' | 'failed' | 'skipped'> | undefined {
  const match = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)].at(-1);
  if (!match) return undefined;
  const [passed = 0, failed = 0, skipped = 0] = match.slice(1).map(Number);
  return { passed, failed, skipped };
}

/** Adds a row to the table at the end of the page, with the next number. */
export function appendRun(page: string, run: RunRecord): string {
  const number = [...page.matchAll(/^\| \d+ \|/gm)].length + 1;
  const date = run.date.toISOString().slice(0, 16).replace('T', ' ');
  const duration = `${Math.floor(run.seconds / 60)} min ${run.seconds % 60} s`;
  const { commit, command, passed, failed, skipped, load } = run;
  const cells = [number, date, commit, `\`${command}\``, duration, passed, failed, skipped, load];
  return `${page.trimEnd()}\n| ${cells.join(' | ')} |\n`;
}
