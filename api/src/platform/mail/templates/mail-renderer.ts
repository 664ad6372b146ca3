import { shop } from '@fynbos/core/shop.ts';
import { escaped } from './html-escape.ts';
import { getMailText, type MailTexts, mailLocale, mailTextsOf } from './mail-messages.ts';
import { htmlOfSection, type Section, textOfSection } from './mail-section.ts';
import { type AnyMail, shapeOf } from './mail-templates.ts';
import { orderSections } from './order-sections.ts';

/** A mail as HTML and as text, ready to be sent. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
}

/** The parts of a mail, before they are formatted. */
interface Parts {
  paragraphs: string[];
  sections: Section[];
  code?: string;
  button?: { label: string; link: string };
  after: string[];
  end?: { label: string; link: string };
  foot: string;
}

/** Writes a mail in its language. Values stay text: in HTML they are escaped. */
export function renderMail(mail: AnyMail): Rendered {
  const texts = mailTextsOf(mail.locale);
  const subject = fill(getMailText(texts, `${mail.template}.subject`), mail);
  const parts = partsOf(mail, texts);
  return { subject, html: htmlOf(subject, parts, mailLocale(mail.locale)), text: textOf(parts) };
}

function partsOf(mail: AnyMail, texts: MailTexts): Parts {
  const { button, code, end, facts = [], order } = shapeOf(mail.template);
  if (order && !mail.order) throw new Error(`The mail ${mail.template} has no order.`);
  const translate = (part: string) => fill(texts[`${mail.template}.${part}`] ?? '', mail);
  const link = (label: string, value: string | undefined) =>
    value === undefined ? undefined : { label: translate(label), link: filledIn(mail, value) };
  return {
    paragraphs: paragraphsOf(translate('body')),
    sections: [
      ...factSections(facts.map((fact) => ({ label: translate(fact), value: filledIn(mail, fact) }))),
      ...(mail.order ? orderSections(mail.order, texts, mailLocale(mail.locale)) : []),
    ],
    code: code && filledIn(mail, code),
    button: link('button', button),
    after: paragraphsOf(translate('after')),
    end: link('end', end),
    foot: fill(getMailText(texts, 'layout.foot'), mail),
  };
}

/** Shows facts as name and value; empty ones are left out. */
function factSections(facts: Section['rows']): Section[] {
  const rows = facts.filter(({ value }) => value !== '');
  return rows.length > 0 ? [{ rows }] : [];
}

const paragraphsOf = (text: string) => (text === '' ? [] : text.split('\n\n'));

function fill(text: string, mail: AnyMail): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'shop' ? shop.name : filledIn(mail, name),
  );
}

function filledIn({ values, template }: AnyMail, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`The mail ${template} has no value ${name}.`);
  return String(value);
}

function textOf({ paragraphs, sections, code, button, after, end, foot }: Parts): string {
  return [
    ...paragraphs,
    ...sections.map(textOfSection),
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...after,
    ...(end ? [`${end.label}:\n${end.link}`] : []),
    `-- \n${foot}\n${shop.address}`,
  ].join('\n\n');
}

function htmlOf(
  subject: string,
  { paragraphs, sections, code, button, after, end, foot }: Parts,
  lang: string,
): string {
  const paragraph = (text: string) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`;
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title>
<style>
body{margin:0;padding:24px 12px;font:16px/1.55 system-ui,sans-serif;background:#faf7f2;color:#2a2420}
main,footer{max-width:34rem;margin:0 auto;overflow-wrap:anywhere}
main{padding:24px;border-radius:12px;background:#fff}
.shop{margin:0 0 16px;font-size:20px;font-weight:700;color:#a3164f}
.code{padding:12px;border:2px dashed #a3164f;border-radius:8px;font:700 20px/1.3 ui-monospace,monospace;text-align:center}
.button{display:inline-block;padding:12px 20px;border-radius:8px;background:#a3164f;color:#fff;font-weight:700;text-decoration:none}
.small,.small th,.small td,footer{font-size:14px;font-weight:400;color:#5f564f}
h2{margin:24px 0 4px;font-size:16px}
table{width:100%;border-collapse:collapse}
th,td{padding:8px 0;border-bottom:1px solid #e4dcd0;font-weight:400;text-align:left;vertical-align:top}
td{padding-left:16px;text-align:right}
.amounts td{white-space:nowrap}
.strong th,.strong td{font-weight:700}
footer{padding:16px 24px}
@media (prefers-color-scheme:dark){body{background:#171412;color:#f1ebe4}main{background:#221d1a}.shop{color:#ff9cc2}.small,.small a,.small th,.small td,footer{color:#c9bfb5}th,td{border-color:#40372f}}
</style></head><body><main>
<p class="shop">${escaped(shop.name)}</p>
${paragraphs.map(paragraph).join('\n')}
${sections.map(htmlOfSection).join('\n')}
${code ? `<p class="code">${escaped(code)}</p>` : ''}
${button ? `<p><a class="button" href="${escaped(button.link)}">${escaped(button.label)}</a></p>` : ''}
${after.map(paragraph).join('\n')}
${end ? `<p class="small"><a href="${escaped(end.link)}">${escaped(end.label)}</a></p>` : ''}
</main><footer><p>${escaped(foot)}<br>${escaped(shop.address)}</p></footer></body></html>
`.replace(/\n{2,}/g, '\n');
}
