import type { Collection, Ordered } from './order-sections.ts';

/**
 * All mails of the shop: their values, which value is the link of the button, which one is shown as a code,
 * and which link to leave is small at the end: a mail that is not transactional has one. The texts are in
 * `locales/`.
 *
 * A mail never repeats text that a stranger typed to its address, except names and addresses of an order that pass
 * the checks of `typed-text.ts`: otherwise visitors could send their own text in the shop's name.
 */
export const mailTemplates = {
  confirmEmail: { values: ['link', 'hours'], button: 'link' },
  passwordLink: { values: ['link', 'minutes'], button: 'link' },
  passwordChanged: { values: ['link'], button: 'link' },
  emailTaken: { values: ['link'], button: 'link' },
  accountErased: { values: [] },
  newsletterConfirm: { values: ['link', 'hours'], button: 'link' },
  newsletterWelcome: {
    values: ['coupon', 'link', 'endLink'],
    button: 'link',
    code: 'coupon',
    end: 'endLink',
  },
  newsletterEnd: { values: ['link', 'hours'], button: 'link' },
  newsletterGoodbye: { values: [] },
  backInStock: { values: ['product', 'link'], button: 'link' },
  reviewApproved: { values: ['product', 'link'], button: 'link' },
  contactLetter: { values: ['sender', 'subject', 'text'] },
  contactConfirmation: { values: [] },
  orderConfirmation: { values: ['number', 'link'], button: 'link', order: true },
  orderShipped: { values: ['number', 'tracking', 'store', 'link'], button: 'link', facts: ['tracking'] },
  orderCanceled: { values: ['number', 'link'], button: 'link' },
  voucherReturned: { values: ['number', 'amount', 'balance', 'link'], button: 'link' },
  orderLink: { values: ['number', 'link'], button: 'link' },
  paymentWaits: { values: ['number', 'link'], button: 'link' },
  paymentRefunded: { values: ['number', 'amount', 'why', 'link'], button: 'link' },
  // To the owner of the shop.
  noticePlaced: { values: ['number'], order: true },
  noticeCanceled: { values: ['number'], order: true },
  noticeReturned: { values: ['number'], order: true },
} as const satisfies Record<string, Shape>;

interface Shape {
  values: readonly string[];
  button?: string;
  code?: string;
  end?: string;
  /** Values shown with their name when not empty. */
  facts?: readonly string[];
  /** Whether the mail shows an order. */
  order?: true;
}

export type Template = keyof typeof mailTemplates;
type ValuesOf<Name extends Template> = Record<
  (typeof mailTemplates)[Name]['values'][number],
  string | number
>;

/** A mail to be written: template, recipient, language and values. */
export interface AnyMail {
  template: Template;
  to: string;
  locale: string;
  values: Readonly<Record<string, string | number>>;
  /** Recipient of replies, if not the shop. */
  replyTo?: string;
  /** The first name of the recipient as typed, for the greeting. */
  firstName?: string;
  /** The order that a mail about an order shows; other mails have none. */
  order?: Ordered;
  /** The store of an order that is collected, in a mail about its state. */
  collection?: Collection | undefined;
  /** The product that the mail shows: its name, its price, and the address of its picture. */
  product?: { name: string; price: string; picture: string };
}

/** A mail with the values of its template. */
export interface MailMessage<Name extends Template> extends AnyMail {
  template: Name;
  values: ValuesOf<Name>;
}

export const shapeOf = (template: Template): Shape => mailTemplates[template];
