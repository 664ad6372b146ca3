import { shop } from '@fynbos/core/shop.ts';
import { htmlOfMail, type MailParts, textOfMail } from './mail-frame.ts';
import { getMailText, type MailTexts, mailLocale, mailTextsOf } from './mail-messages.ts';
import type { Section } from './mail-section.ts';
import { type AnyMail, shapeOf } from './mail-templates.ts';
import { collectionSection, type Ordered, orderSections } from './order-sections.ts';
import { mailableName } from './typed-text.ts';

/** A mail as HTML and as text, ready to be sent. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
}

/** Writes a mail in its language. Values stay text: in HTML they are escaped. */
export function renderMail(mail: AnyMail): Rendered {
  const texts = mailTextsOf(mail.locale);
  const subject = fill(getMailText(texts, idOf('subject', mail, texts)), mail);
  const parts = partsOf(mail, texts);
  return { subject, html: htmlOfMail(subject, parts, mailLocale(mail.locale)), text: textOfMail(parts) };
}

function partsOf(mail: AnyMail, texts: MailTexts): MailParts {
  const { button, code, end, facts = [], order } = shapeOf(mail.template);
  if (order && !mail.order) throw new Error(`The mail ${mail.template} has no order.`);
  const translate = (part: string) => fill(texts[`${mail.template}.${part}`] ?? '', mail);
  const link = (label: string, value: string | undefined) =>
    value === undefined ? undefined : { label: translate(label), link: filledIn(mail, value) };
  return {
    paragraphs: [
      ...greetingOf(mail, texts),
      ...paragraphsOf(fill(getMailText(texts, idOf('body', mail, texts)), mail)),
    ],
    facts: [
      ...productSections(mail),
      ...factSections(facts.map((fact) => ({ label: translate(fact), value: filledIn(mail, fact) }))),
      ...(mail.collection ? [collectionSection(mail.collection, texts, mailLocale(mail.locale))] : []),
    ],
    sections: mail.order ? orderSections(mail.order, texts, mailLocale(mail.locale)) : [],
    code: code && filledIn(mail, code),
    button: link('button', button),
    after: paragraphsOf(translate('after')),
    end: link('end', end),
    foot: fill(getMailText(texts, 'layout.foot'), mail),
  };
}

/** The id of a text. A template may have its own texts for an order that is collected, or of which nothing is delivered. */
function idOf(part: 'subject' | 'body', { template, order, collection }: AnyMail, texts: MailTexts): string {
  const id = `${template}.${part}`;
  const own = id + (collection ? 'Collect' : order ? orderVariant(order) : '');
  return texts[own] === undefined ? id : own;
}

function orderVariant({ shippingTitle, collection, lines }: Ordered): string {
  if (collection) return 'Collect';
  if (shippingTitle !== '') return '';
  return lines.some(({ downloads = [] }) => downloads.length > 0) ? 'Download' : 'Virtual';
}

function greetingOf({ firstName }: AnyMail, texts: MailTexts): string[] {
  const name = mailableName(firstName);
  return name === '' ? [] : [getMailText(texts, 'layout.greeting').replace('{name}', () => name)];
}

/** Shows facts as name and value; empty ones are left out. */
function factSections(facts: Section['rows']): Section[] {
  const rows = facts.filter(({ value }) => value !== '');
  return rows.length > 0 ? [{ rows }] : [];
}

/** Shows the product with its picture; without a price there is nothing to add to the text. */
function productSections({ product }: AnyMail): Section[] {
  if (!product || product.price === '') return [];
  const { name: label, price: value, picture } = product;
  return [{ rows: [{ label, value, picture }], amounts: true }];
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
