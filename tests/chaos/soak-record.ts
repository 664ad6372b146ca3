import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';

const page = join(import.meta.dirname, '../SOAK.md');

/** The measurements of a soak test, printed as they are taken. */
export class SoakRecord {
  readonly #lines: string[] = [];

  /** @param aim the limit, as text */
  report(name: string, value: string, aim: string): void {
    reportMeasurement(name, value, aim);
    this.#lines.push(`- **${name}**: ${value}. Limit: ${aim}.`);
  }

  /** Adds the run to tests/SOAK.md. A run that failed stays there. */
  async save(run: { minutes: number; seed: number; isPassed: boolean }): Promise<void> {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
    const result = run.isPassed ? 'passed' : '**failed**';
    const host = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`;
    const head = `## ${run.minutes} minutes, ended ${date} UTC, seed ${run.seed}: ${result}`;
    const section = [head, `Commit ${commit}. ${host}.`, this.#lines.map(wrap).join('\n')].join('\n\n');
    await writeFile(page, `${(await readFile(page, 'utf8')).trimEnd()}\n\n${section}\n`);
  }
}

/** Breaks a line of Markdown before column 120. */
function wrap(text: string): string {
  return text.replace(/(.{1,117})(?: |$)/g, '$1\n  ').trimEnd();
}
