import { shop } from '@fynbos/core/shop.ts';
import { type Letter, shapeOf } from './letter.ts';
import { mailLocale, type Words, wordsOf } from './words.ts';

/** A mail in its two forms, ready to be sent. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
}

/** A mail as its parts, before they are put into either form. */
interface Parts {
  paragraphs: string[];
  code?: string;
  button?: { label: string; link: string };
  after: string[];
  end?: { label: string; link: string };
  foot: string;
}

/** Writes a mail in its language. Whatever is filled in stays text: in HTML it is escaped. */
export function render(letter: Letter): Rendered {
  const words = wordsOf(letter.locale);
  const subject = fill(words[`${letter.template}.subject`]!, letter);
  const parts = partsOf(letter, words);
  return { subject, html: htmlOf(subject, parts, mailLocale(letter.locale)), text: textOf(parts) };
}

function partsOf(letter: Letter, words: Words): Parts {
  const { button, code, end } = shapeOf(letter.template);
  const say = (part: string) => fill(words[`${letter.template}.${part}`] ?? '', letter);
  const link = (label: string, value: string | undefined) =>
    value === undefined ? undefined : { label: say(label), link: filledIn(letter, value) };
  return {
    paragraphs: paragraphsOf(say('body')),
    code: code && filledIn(letter, code),
    button: link('button', button),
    after: paragraphsOf(say('after')),
    end: link('end', end),
    foot: fill(words['layout.foot']!, letter),
  };
}

const paragraphsOf = (text: string) => (text === '' ? [] : text.split('\n\n'));

function fill(text: string, letter: Letter): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'shop' ? shop.name : filledIn(letter, name),
  );
}

function filledIn({ values, template }: Letter, name: string): string {
  const value = (values as Record<string, string | number>)[name];
  if (value === undefined) throw new Error(`The mail ${template} lacks its value ${name}.`);
  return String(value);
}

function textOf({ paragraphs, code, button, after, end, foot }: Parts): string {
  return [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...after,
    ...(end ? [`${end.label}:\n${end.link}`] : []),
    `-- \n${foot}\n${shop.address}`,
  ].join('\n\n');
}

function htmlOf(
  subject: string,
  { paragraphs, code, button, after, end, foot }: Parts,
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
.small,footer{font-size:14px;color:#5f564f}
footer{padding:16px 24px}
@media (prefers-color-scheme:dark){body{background:#171412;color:#f1ebe4}main{background:#221d1a}.shop{color:#ff9cc2}.small,.small a,footer{color:#c9bfb5}}
</style></head><body><main>
<p class="shop">${escaped(shop.name)}</p>
${paragraphs.map(paragraph).join('\n')}
${code ? `<p class="code">${escaped(code)}</p>` : ''}
${button ? `<p><a class="button" href="${escaped(button.link)}">${escaped(button.label)}</a></p>` : ''}
${after.map(paragraph).join('\n')}
${end ? `<p class="small"><a href="${escaped(end.link)}">${escaped(end.label)}</a></p>` : ''}
</main><footer><p>${escaped(foot)}<br>${escaped(shop.address)}</p></footer></body></html>
`.replace(/\n{2,}/g, '\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
