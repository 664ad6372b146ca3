import { isPlainLine } from './review.ts';

/** The start of a tag for a browser. */
const tag = /<+(?=[a-z/!?])/gi;
const controls = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Whether a title, or another text without markup, is a single line of plain text. */
export const isPlainTitle = (text: string): boolean => isPlainLine(text) && text.search(tag) < 0;

/** Removes markup from a text that should be plain, so that no part of it starts a tag in any context. */
export const withoutMarkup = (text: string): string => text.replace(controls, ' ').replace(tag, '');
