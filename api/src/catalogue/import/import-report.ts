import type { ImportProblem, Notice } from './format/findings.ts';
import type { Counts, ImportProgress, ImportReport } from './import.ts';

const steps: Record<ImportProgress['step'], string> = {
  reading: 'reading files',
  checking: 'checking products',
  writing: 'writing rows',
};

const maxShownExamples = 6;

/** One line of progress: `writing rows: 12000 of 50000`. */
export function progressLine({ step, done, total }: ImportProgress): string {
  return `${steps[step]}: ${done} of ${total}`;
}

/** Formats the report for a terminal. */
export function describeReport(report: ImportReport): string {
  const notices = report.notices.map(noticeLine);
  if (!report.ok)
    return [...report.problems.map(problemLine), ...rest(report), ...notices, refusal(report)].join('\n');
  const products = counts(report.products);
  const details = [
    `categories: ${report.categories.created} new, ${report.categories.updated} changed`,
    `attributes: ${report.attributes.created} new, ${report.attributes.updated} changed, ${report.options} values`,
    `${report.taxRules} tax rules, ${report.prices} prices and ${report.stock} stock rows written`,
    ...(report.stores > 0 ? [`${report.stores} stores written`] : []),
    ...(report.storeStock > 0 ? [`${report.storeStock} stock rows of stores written`] : []),
    ...Object.entries(report.parts).map(([kind, changed]) => `${kind}: ${changed} new or changed`),
  ];
  const time = `${report.seconds.toFixed(1)} s`;
  const head = report.dryRun
    ? `Nothing was written (dry run, ${time}). The import would write:`
    : `Loaded ${fileNames(report.files).join(', ')} in ${time}:`;
  return [...notices, head, `products: ${products}`, ...details].join('\n');
}

/** Text files are many and short: the files of a folder are counted. */
function fileNames(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(files, (name) => name.slice(0, name.lastIndexOf('/') + 1));
  return [...byFolder].flatMap(([folder, names]) =>
    folder === '' || names.length === 1 ? names : `${folder} (${names.length} files)`,
  );
}

function counts({ created, updated, unchanged }: Counts): string {
  return `${created} new, ${updated} changed, ${unchanged} as they were`;
}

function problemLine({ file, line, column, reason }: ImportProblem): string {
  return `${file}, line ${line}, ${column}: ${reason}`;
}

function noticeLine({ message, count, examples }: Notice): string {
  const times = count > 1 ? ` (${count} times)` : '';
  const shown = examples.length > 0 ? `, such as ${examples.slice(0, maxShownExamples).join(', ')}` : '';
  return `note: ${message}${times}${shown}`;
}

function rest({ problemCount, problems }: ImportReport): string[] {
  const more = problemCount - problems.length;
  return more > 0 ? [`... and ${more} more`] : [];
}

function refusal({ problemCount }: ImportReport): string {
  return `Nothing was written: ${problemCount === 1 ? 'there is 1 problem' : `there are ${problemCount} problems`}. The shop is as it was.`;
}
