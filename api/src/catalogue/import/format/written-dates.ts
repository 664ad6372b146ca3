import type { Findings } from './findings.ts';
import type { WrittenCell } from './written-numbers.ts';

/** Whether a column of the import contains dates. */
export const isDateColumn = (column: string): boolean =>
  /^(valid_(from|to)|created_at|special_(from|to)_date(_[a-z]{2})?)$/.test(column);

const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?= |T|$)/;
const yearLast = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?= |$)/;

type DateOrder = 'day' | 'month';

/**
 * Rewrites the dates of a file as `2026-11-20`: `2026/11/20`, and `20/11/2026` or `11/20/2026` in the order that the
 * other dates of the file show. A date with two meanings is a problem if they do not tell.
 */
export function rewriteDates(cells: readonly WrittenCell[], findings: Findings): void {
  const orders = new Set(cells.flatMap(({ text }) => orderOf(text) ?? []));
  const [order] = orders.size === 1 ? orders : [];
  for (const { at, column, text, replace } of cells) {
    const date = text
      .replace(yearFirst, (_, year, month, day) => isoDay(year, month, day))
      .replace(yearLast, (date, first, second, year) => {
        const isDayFirst = (orderOf(date) ?? order) === 'day';
        return isDayFirst ? isoDay(year, second, first) : isoDay(year, first, second);
      });
    if (date === text) continue;
    if (isAmbiguous(text) && order === undefined) {
      findings.problem(at, column, `"${text}" has two meanings: write the year first, 2026-11-20`);
      // The problem is known, so the reader of the column need not report the same text.
      replace('');
      continue;
    }
    replace(date);
    if (yearLast.test(text))
      findings.format(at.file, `dates with the ${orderOf(text) ?? order ?? 'day'} first`);
    findings.notice(`${at.file}: dates read in another form`, `"${text}" as ${date}`);
  }
}

const isoDay = (year: string, month: string, day: string): string =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');

/** What a date begins with; undefined where it does not tell. */
function orderOf(text: string): DateOrder | undefined {
  const [, first, second] = yearLast.exec(text) ?? [];
  if (first === undefined || isAmbiguous(text)) return undefined;
  return Number(second) > 12 ? 'month' : 'day';
}

function isAmbiguous(text: string): boolean {
  const [, first, second] = yearLast.exec(text) ?? [];
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12;
}
