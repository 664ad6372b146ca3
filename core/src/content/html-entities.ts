import { decodeHTMLStrict } from 'entities/decode';

/** Decodes the entities that end with a semicolon; `browser-html-entities.ts` takes its place in browsers. */
export const decodeHtmlEntities = (text: string): string => decodeHTMLStrict(text);
