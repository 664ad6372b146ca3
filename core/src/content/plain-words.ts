import { isPlainLine } from './review.ts';

/** Where a browser would begin a tag. */
const tag = /<+(?=[a-z/!?])/gi;
const controls = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Whether a title, or another text without markup, is nothing but words in one line. */
export const isPlainWords = (text: string): boolean => isPlainLine(text) && text.search(tag) < 0;

/** The words of a text that should have been plain: nothing of it begins a tag wherever it is put. */
export const plainWords = (text: string): string => text.replace(controls, ' ').replace(tag, '');
