import { expect, test } from 'vitest';
import { suggestedEmail } from './suggested-email.ts';

test('an address with a typing error in a common domain gets a suggestion', () => {
  for (const [typed, domain] of [
    ['gmial.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmai.co', 'gmail.com'],
    ['GMAIL.CMO', 'gmail.com'],
    ['outlok.com', 'outlook.com'],
    ['hotmal.co', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['iclould.com', 'icloud.com'],
    ['lvie.com', 'live.com'],
    ['webmail.co.az', 'webmail.co.za'],
    ['gmaill.com', 'gmail.com'],
    ['ggmail.com', 'gmail.com'],
    ['mgail.com', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['yahooo.vom', 'yahoo.com'],
    ['hotmaul.com', 'hotmail.com'],
    ['live.con', 'live.com'],
    ['mewb.co.za', 'mweb.co.za'],
    ['mweb.coza', 'mweb.co.za'],
    ['mweb.c.oza', 'mweb.co.za'],
    ['telkomsa.nte', 'telkomsa.net'],
    ['vodamial.co.za', 'vodamail.co.za'],
  ] as const)
    expect([typed, suggestedEmail(` Thandi.N@${typed} `)]).toEqual([typed, `Thandi.N@${domain}`]);
});

test('an address with a common, a similar or an unknown domain gets no suggestion', () => {
  for (const domain of [
    ...['gmail.com', 'Gmail.com', 'live.com', 'mweb.co.za', 'mail.com', 'ymail.com', 'gmx.com', 'like.co'],
    ...['yahoo.co.uk', 'yahoo.de', 'hotmail.co.za', 'hotmail.fr', 'vodacom.co.za', 'fynbos.example', 'x'],
    ...['outlook.cz', 'outlook.cl', 'outlook.de', 'hotmail.ca', 'hotmail.ch', 'hotmail.no', 'hotmail.co.uk'],
    ...['yahoo.ca', 'yahoo.no', 'yahoo.com.au', 'live.nl', 'live.ca', 'gmail.de', 'mweb.com', 'icloud.net'],
    ...['met.co.za', 'med.co.za', 'web.co.za', 'meb.co.za', 'love.com', 'like.com', 'lie.com', 'olive.com'],
    ...['cloud.com', 'email.com', 'fmail.com', 'gail.com', 'mail.co', 'rotmail.com', 'telkom.net', 'gmail'],
  ])
    expect([domain, suggestedEmail(`thandi@${domain}`)]).toEqual([domain, undefined]);
  for (const typed of ['', 'thandi', '@gmial.com', 'a@b@gmial.com', 'thandi n@gmial.com'])
    expect(suggestedEmail(typed)).toBeUndefined();
});
