import type { Ordered } from './ordered.ts';

/**
 * Every mail the shop writes: what is filled into its text, which value is the link of its button, which one is
 * shown as a code, and which link stands small at its end. The words are in `locales/`.
 *
 * No mail repeats what a stranger typed to the address it goes to, not even a name: that would let anybody send
 * their own words to anybody, in the shop's name.
 */
export const letters = {
  welcome: { values: ['link'], button: 'link' },
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
  reviewApproved: { values: ['product', 'link'], button: 'link' },
  contactLetter: { values: ['sender', 'subject', 'text'] },
  contactConfirmation: { values: [] },
  orderConfirmation: { values: ['number', 'link'], button: 'link', order: true },
  orderShipped: { values: ['number', 'tracking', 'link'], button: 'link', facts: ['tracking'] },
  orderCanceled: { values: ['number', 'link'], button: 'link' },
  paymentWaits: { values: ['number', 'link'], button: 'link' },
  paymentRefunded: { values: ['number', 'amount', 'why', 'link'], button: 'link' },
} as const satisfies Record<string, Shape>;

interface Shape {
  values: readonly string[];
  button?: string;
  code?: string;
  end?: string;
  /** Values that are shown by their name, where they are not empty. */
  facts?: readonly string[];
  /** Whether the mail shows an order. */
  order?: true;
}

export type Template = keyof typeof letters;
export type ValuesOf<Name extends Template> = Record<
  (typeof letters)[Name]['values'][number],
  string | number
>;

/** A mail to be written: which one, to whom, in which language, and what is filled in. */
export interface Letter<Name extends Template = Template> {
  template: Name;
  to: string;
  locale: string;
  values: ValuesOf<Name>;
  /** Who an answer goes to, where that is not the shop. */
  replyTo?: string;
  /** What a mail about an order shows of it, and no other mail may have. */
  order?: Ordered;
}

export const shapeOf = (template: Template): Shape => letters[template];
