import { escaped } from './html-escape.ts';

/** A table in a mail with two columns: label and value. */
export interface Section {
  title?: string;
  rows: readonly MailTableRow[];
  /** The values are amounts, which never wrap. */
  amounts?: true;
}

export interface MailTableRow {
  label: string;
  /** Lines below the label. */
  notes?: readonly string[];
  value: string;
  strong?: boolean;
  small?: boolean;
}

/** Two columns fit the narrowest phone, and screen readers read them as label and value. */
export function htmlOfSection({ title, rows, amounts }: Section): string {
  const heading = title ? `<h2>${escaped(title)}</h2>` : '';
  return `${heading}<table${amounts ? ' class="amounts"' : ''}>${rows.map(htmlOfRow).join('\n')}</table>`;
}

function htmlOfRow({ label, notes = [], value, strong, small }: MailTableRow): string {
  const attributes = strong ? ' class="strong"' : small ? ' class="small"' : '';
  const below = notes.map((note) => `<br><span class="small">${escaped(note)}</span>`).join('');
  return `<tr${attributes}><th scope="row">${escaped(label)}${below}</th><td>${escaped(value)}</td></tr>`;
}

export function textOfSection({ title, rows }: Section): string {
  const lines = rows.map(({ label, notes = [], value }) =>
    [`${label}: ${value}`, ...notes.map((note) => `    ${note}`)].join('\n'),
  );
  return [...(title ? [title.toUpperCase()] : []), ...lines].join('\n');
}
