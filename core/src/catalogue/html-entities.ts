export { decodeHTMLStrict as decodeHtmlEntities } from 'entities/decode';
