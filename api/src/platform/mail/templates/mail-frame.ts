import { shop } from '@fynbos/core/shop.ts';
import { escaped } from './html-escape.ts';
import { htmlOfSection, type Section, textOfSection } from './mail-section.ts';
import { darkStyleSheet, styles } from './mail-style.ts';

/** The parts of a mail in their order, before they are formatted. */
export interface MailParts {
  paragraphs: string[];
  facts: Section[];
  code?: string;
  button?: { label: string; link: string };
  sections: Section[];
  after: string[];
  end?: { label: string; link: string };
  foot: string;
}

/** Writes a mail as plain text. */
export function textOfMail({
  paragraphs,
  facts,
  code,
  button,
  sections,
  after,
  end,
  foot,
}: MailParts): string {
  return [
    ...paragraphs,
    ...facts.map(textOfSection),
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...sections.map(textOfSection),
    ...after,
    ...(end ? [`${end.label}:\n${end.link}`] : []),
    `-- \n${foot}\n${shop.address}`,
  ].join('\n\n');
}

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Writes a mail as HTML: tables and inline styles, which all mail programs show. */
export function htmlOfMail(subject: string, parts: MailParts, lang: string): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}
${darkStyleSheet}</style></head>
<body class="page" style="margin:0;padding:0;${styles.page}">
<table ${table} class="page" style="${styles.page}"><tr><td align="center" style="padding:20px 12px">
<table ${table} style="max-width:600px;text-align:left">
<tr><td class="mark" style="${styles.mark}">${escaped(shop.name)}</td></tr>
<tr><td class="card" style="${styles.card};overflow-wrap:anywhere">
${contentOf(parts)}
</td></tr>
<tr><td class="muted" style="${styles.foot}">${escaped(parts.foot)}<br>${escaped(shop.address)}</td></tr>
</table></td></tr></table></body></html>
`.replace(/\n{2,}/g, '\n');
}

function contentOf({ paragraphs, facts, code, button, sections, after, end }: MailParts): string {
  const small = `margin:16px 0 0;${styles.small}`;
  return [
    ...paragraphs.map((text) => htmlOfParagraph(text, '', styles.paragraph)),
    ...facts.map(htmlOfSection),
    ...(code ? [htmlOfParagraph(code, 'code', styles.code)] : []),
    ...(button ? [htmlOfButton(button)] : []),
    ...sections.map(htmlOfSection),
    ...after.map((text) => htmlOfParagraph(text, 'muted', small)),
    ...(end
      ? [
          `<p class="muted" style="${small}"><a class="muted" style="color:inherit" href="${escaped(end.link)}">${escaped(end.label)}</a></p>`,
        ]
      : []),
  ].join('\n');
}

const htmlOfParagraph = (text: string, name: string, style: string): string =>
  `<p${name && ` class="${name}"`} style="${style}">${escaped(text).replaceAll('\n', '<br>')}</p>`;

const htmlOfButton = ({ label, link }: { label: string; link: string }): string =>
  `<p style="margin:20px 0 16px"><a class="button" style="${styles.button}" href="${escaped(link)}">${escaped(label)}</a></p>`;
