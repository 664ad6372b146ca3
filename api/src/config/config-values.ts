import { isIP } from 'node:net';
import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { cleanCode, cleanLine } from '@fynbos/core/clean-text.ts';

/** Parsers of environment variables. Each throws a message that completes "PORT must be …". */

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new Error(`a whole number from ${min} to ${max}`);
  };
}

export function optional<Value>(read: (text: string) => Value) {
  return (text: string): Value | undefined => (text ? read(text) : undefined);
}

export function address(...protocols: string[]) {
  return (text: string): string => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
    throw new Error(`an address that starts with ${protocols[0]}//`);
  };
}

/** `de=https://shop.example/de it=https://fynbos.it`: one address per code; its path is the code or empty. */
export function viewAddresses(...codes: string[]) {
  return (text: string): Record<string, string> => {
    const all = text.split(/[\s,]+/).map((entry) => entry.split(/=(.*)/s));
    const read = all.map(([code = '', url = '']): [string, string] => [code, viewAddress(code, url)]);
    const isOnce = new Set(read.map(([code]) => code)).size === read.length;
    const areApart = new Set(read.map(([, url]) => url)).size === read.length;
    if (read.every(([code, url]) => codes.includes(code) && url) && isOnce && areApart)
      return Object.fromEntries(read);
    throw new Error(
      `addresses of store views (${codes.join(', ')}) such as de=https://de.shop.example or de=https://shop.example/de`,
    );
  };
}

/** Empty for an address that a view cannot have. */
function viewAddress(code: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return '';
  const path = url.pathname.replace(/\/$/, '');
  return path === '' || path === `/${code}` ? url.origin + path : '';
}

/** A valid prefix of index names. */
export function indexName(text: string): string {
  if (/^[a-z][a-z0-9_-]{0,49}$/.test(text)) return text;
  throw new Error('a name of lower-case letters, digits and dashes that begins with a letter');
}

function listOf(fits: (item: string) => boolean, description: string): (text: string) => string[] {
  return (text) => {
    const all = text.split(',').map(cleanCode);
    if (all.every(fits)) return all;
    throw new Error(`${description}, separated by commas`);
  };
}

export const names = listOf((item) => /^[\w-]{1,32}$/.test(item), 'names of letters, digits and dashes');

export const proxies = listOf(isRange, 'internet addresses or ranges such as 10.0.0.0/8');

function isRange(text: string): boolean {
  const [ip = '', bits] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  return maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}

export function sender(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  if (!validateEmail(address)) return { name: cleanLine(name), address: cleanCode(address) };
  throw new Error('an e-mail address, or a name and an address as in Shop <mail@shop.example>');
}

/** The states of an order of which its owner can be told. */
const noticeStates = ['placed', 'canceled', 'returned'] as const;
export type NoticeState = (typeof noticeStates)[number];

const isNoticeState = (item: string): item is NoticeState => noticeStates.some((state) => state === item);

export const noticedStates = (text: string): NoticeState[] =>
  listOf(isNoticeState, noticeStates.join(', '))(text).filter(isNoticeState);

export const mailAddresses = listOf((item) => !validateEmail(item), 'e-mail addresses');

/** Long enough to be unguessable. */
export function key(text: string): string {
  if (/^[!-~]{16,200}$/.test(text)) return text;
  throw new Error('at least 16 letters, digits and special characters');
}

export function onOrOff(text: string): boolean {
  if (['on', 'true', '1', 'yes'].includes(text.toLowerCase())) return true;
  if (['off', 'false', '0', 'no'].includes(text.toLowerCase())) return false;
  throw new Error('on or off');
}

export function oneOfValues<Choice extends string>(...choices: Choice[]) {
  return (text: string): Choice => {
    const choice = choices.find((candidate) => candidate === text.toLowerCase());
    if (choice) return choice;
    throw new Error(`one of ${choices.join(', ')}`);
  };
}

/** A country by its ISO 3166-1 code, as in `taxes.csv`. */
export function countryCode(text: string): string {
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new Error('a country code of two capital letters, such as ZA');
}

/** Contact address for push services (RFC 8292). */
export function pushSubject(text: string): string {
  const isMail = text.startsWith('mailto:') && !validateEmail(text.slice(7));
  if (isMail || (URL.canParse(text) && text.startsWith('https://'))) return text;
  throw new Error('mailto:somebody@shop.example or an address that starts with https://');
}

/** The number that stands for a seller in trials. It is not one that the tax authority assigns. */
export const demoVatNumber = 'DEMO-4000000000';

/** A South African VAT number; empty for `none`. */
export function vatNumberOf(text: string): string {
  if (text.toLowerCase() === 'none') return '';
  const digits = text.replace(/\s/g, '');
  if (text === demoVatNumber || /^4\d{9}$/.test(digits)) return digits;
  throw new Error('ten digits of which the first is a 4, or none');
}

/** A container id of the tag manager. */
export function tagManager(text: string): string {
  if (/^GTM-[A-Z0-9]{4,12}$/.test(text)) return text;
  throw new Error('a container such as GTM-AB12CD3');
}

/** A property of the live chat, with its widget if not the default one. */
export function chatProperty(text: string): string {
  if (/^[\w-]{1,64}(\/[\w-]{1,64})?$/.test(text)) return text.includes('/') ? text : `${text}/default`;
  throw new Error('a property of the chat, or property/widget');
}

/** Origins for a content security policy. Text that could be read as another directive is rejected. */
export const origins = listOf(
  (item) => /^(https?|wss?):\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/.test(item),
  'origins such as https://*.example.com',
);
