import type { Bench, Measurement } from './metric.ts';

const maxLineLength = 130;
const columns = ['measurement', 'result', 'target', 'note'];

/** A section of `bench/RESULTS.md`: a table if every row fits into a line, otherwise a list. */
export function formatBench(name: string, circumstances: string, { title, rows }: Bench): string {
  const table = [tableRow(columns), '|---|---|---|---|', ...rows.map((row) => tableRow(cellsOf(row)))];
  const fits = table.every((line) => line.length <= maxLineLength);
  const lines = fits ? table : rows.flatMap((row) => wrapped(listItem(row), '- '));
  return [`## ${name}: ${title}`, '', ...wrapped(circumstances, ''), '', ...lines].join('\n');
}

function cellsOf({ label, result, aim, note = '' }: Measurement): string[] {
  return [label, result, aim, note];
}

function listItem({ label, result, aim, note }: Measurement): string {
  const parts = [result, aim && `Target: ${aim}`, note && `Note: ${note}`].filter(Boolean);
  return `**${label}**: ${parts.join('. ')}.`.replaceAll('\n', ' ');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** Breaks a text into lines; the first begins with `lead`, the others with as many spaces. */
function wrapped(text: string, lead: string): string[] {
  const lines = [lead];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    const isEmpty = line.trimStart() === '' || line === lead;
    if (!isEmpty && line.length + 1 + word.length > maxLineLength) lines.push(' '.repeat(lead.length) + word);
    else lines[lines.length - 1] = isEmpty ? line + word : `${line} ${word}`;
  }
  return lines;
}
