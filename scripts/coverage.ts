import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCoverage, isCurrent } from './spec-coverage/coverage.ts';
import { coveragePage } from './spec-coverage/coverage-page.ts';

/** Writes `docs/spec/coverage.md`; with `--check` it only checks that the file is current. */
const coverage = findCoverage();
const page = coveragePage(coverage);
const problems = [...coverage.problems];
if (!process.argv.includes('--check')) {
  writeFileSync(join(import.meta.dirname, '../docs/spec/coverage.md'), page);
  console.log('Wrote docs/spec/coverage.md.');
} else if (!isCurrent(page)) {
  problems.push('docs/spec/coverage.md is not current: run npm run coverage and commit it.');
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
