import type { Notice, ProblemGroup } from './format/findings.ts';
import type { ImportCounts, ImportProgress, ImportReport } from './import.ts';

const steps: Record<ImportProgress['step'], string> = {
  reading: 'reading files',
  checking: 'checking products',
  writing: 'writing rows',
};

const maxShownExamples = 6;
const maxShownRanges = 40;

/** One line of progress: `writing rows: 12000 of 50000`. */
export function progressLine({ step, done, total }: ImportProgress): string {
  return `${steps[step]}: ${done} of ${total}`;
}

/** Formats the report for a terminal. */
export function describeReport(report: ImportReport): string {
  const notices = [
    ...report.warnings.map((warning) => `warning: ${groupLine({ ...warning, places: [warning] })}`),
    ...report.notices.map(noticeLine),
  ];
  const problems = report.problemGroups.map(groupLine);
  if (!report.ok) return [...problems, ...notices, refusal(report)].join('\n');
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
  const skipped = report.skippedRows > 0 ? [`skipped because of a problem: ${rows(report.skippedRows)}`] : [];
  return [...problems, ...notices, head, `products: ${products}`, ...details, ...skipped].join('\n');
}

/** Text files are many and short: the files of a folder are counted. */
function fileNames(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(files, (name) => name.slice(0, name.lastIndexOf('/') + 1));
  return [...byFolder].flatMap(([folder, names]) =>
    folder === '' || names.length === 1 ? names : `${folder} (${names.length} files)`,
  );
}

function counts({ created, updated, unchanged }: ImportCounts): string {
  return `${created} new, ${updated} changed, ${unchanged} as they were`;
}

/** A problem, or all of one kind with their rows. */
function groupLine({ file, column, reason, places }: ProblemGroup): string {
  const [first] = places;
  if (places.length === 1 && first) return `${file}, ${placeOf(first)}, ${column}: ${reason}`;
  const hasRows = places.every(({ row }) => row !== undefined);
  const shown = rangesOf(places.map(({ line, row }) => row ?? line));
  const more = shown.length > maxShownRanges ? ', ...' : '';
  const where = `${hasRows ? 'rows' : 'lines'} ${shown.slice(0, maxShownRanges).join(', ')}${more}`;
  return `${file}, ${column}: ${reason} (${places.length} times: ${where})`;
}

/** A cell with line breaks makes the row of a spreadsheet differ from the line of the file. */
const placeOf = ({ line, row = line }: ProblemGroup['places'][number]): string =>
  row === line ? `line ${line}` : `row ${row} (line ${line})`;

/** Ascending numbers as ranges: `2-5`, `7`. */
function rangesOf(numbers: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const at of [...new Set(numbers)].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last && at === last[1] + 1) last[1] = at;
    else ranges.push([at, at]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

function noticeLine({ message, count, examples, isComplete }: Notice): string {
  const times = count > 1 ? ` (${count} times)` : '';
  const relation = isComplete ? ':' : ', such as';
  const shown =
    examples.length > 0
      ? `${relation} ${(isComplete ? examples : examples.slice(0, maxShownExamples)).join(', ')}`
      : '';
  return `note: ${message}${times}${shown}`;
}

function refusal({ problemCount }: ImportReport): string {
  return `Nothing was written: ${problemCount === 1 ? 'there is 1 problem' : `there are ${problemCount} problems`}. The shop is as it was.`;
}
