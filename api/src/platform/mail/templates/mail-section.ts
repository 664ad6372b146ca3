import { escaped } from './html-escape.ts';
import { styles } from './mail-style.ts';

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
  /** Links below the notes. */
  links?: readonly { label: string; link: string }[];
  /** A text, or lines of text. */
  value: string | readonly string[];
  strong?: boolean;
  small?: boolean;
  /** The address of a picture before the label. It shows what the label says, so its alternative text is empty. */
  picture?: string;
}

/** Label and value fit the narrowest phone, and screen readers read them as such. */
export function htmlOfSection({ title, rows, amounts }: Section): string {
  const heading = title ? `<h2 style="${styles.heading}">${escaped(title)}</h2>` : '';
  const hasPictures = rows.some(({ picture }) => picture);
  const written = rows.map((row) => htmlOfRow(row, { amounts, hasPictures }));
  return `${heading}<table cellpadding="0" cellspacing="0" border="0" style="${styles.table}">${written.join('\n')}</table>`;
}

function htmlOfRow(
  { label, notes = [], links = [], value, strong, small, picture }: MailTableRow,
  { amounts, hasPictures }: { amounts: true | undefined; hasPictures: boolean },
): string {
  const [muted, textStyle] = small
    ? [' muted', `;${styles.small}`]
    : ['', strong ? ';font-weight:700;font-size:17px' : ''];
  const below = notes.map(
    (note) => `<br><span class="muted" style="${styles.small}">${escaped(note)}</span>`,
  );
  const linked = links.map((to) => `<br><a href="${escaped(to.link)}">${escaped(to.label)}</a>`);
  const cell = (tag: string, own: string, name = muted) =>
    `<${tag} class="line${name}" style="${styles.cell}${textStyle}${own}"`;
  const valueStyle = amounts
    ? ';padding-left:16px;text-align:right;white-space:nowrap'
    : ';padding-left:16px';
  const labelStyle = amounts ? '' : `;width:38%;${styles.small}`;
  return `<tr>${hasPictures ? `${cell('td', ';width:68px')}>${htmlOfPicture(picture)}</td>` : ''}${cell('th', labelStyle, amounts ? muted : ' muted')} scope="row">${escaped(label)}${[...below, ...linked].join('')}</th>${cell('td', valueStyle)}>${[value].flat().map(escaped).join('<br>')}</td></tr>`;
}

const htmlOfPicture = (address: string | undefined): string =>
  address === undefined
    ? ''
    : `<img src="${escaped(address)}" width="56" height="56" alt="" style="${styles.picture}">`;

export function textOfSection({ title, rows }: Section): string {
  const lines = rows.map(({ label, notes = [], links = [], value }) => {
    const below = [...notes, ...links.map((to) => `${to.label}: ${to.link}`)];
    return [`${label}: ${[value].flat().join(', ')}`, ...below.map((note) => `    ${note}`)].join('\n');
  });
  return [...(title ? [title.toUpperCase()] : []), ...lines].join('\n');
}
