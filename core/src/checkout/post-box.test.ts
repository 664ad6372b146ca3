import { expect, test } from 'vitest';
import { isPostBox } from './post-box.ts';

test.each([
  ...[
    'PO Box 12',
    'P.O. Box 12',
    'P.O.Box 12',
    'P O Box 12',
    'p.o box12',
    'PO. Box No. 12',
    'POBox 12',
    'Box 12',
  ],
  ...['Post Office Box 12', 'Post Box 12', 'Post-Box 7', 'Postbox 44', 'PO BOX X12'],
  ...['Posbus 12', 'Pos bus 12', 'Posbus nr. 12', 'P.O. Bus 12', 'Poskantoorbus 3', 'Bus 12'],
  ...[
    'Private Bag X12',
    'P/Bag X12',
    'P/Bag X 12',
    'P. Bag X12',
    'Pvt Bag X1',
    'Priv. Bag X9',
    'Private Bag',
    'PrivateBag X5',
  ],
  ...['Privaatsak X12', 'Privaat sak X12', 'P/Sak X12', 'Priv. Sak X3', 'Privaatsak'],
  ...['PostNet Suite 214, Private Bag X1', 'Postnet Suite 5', 'Poste Restante', 'Locked Bag 4'],
  ...[
    '12 Main Road, PO Box 99',
    'c/o Nkosi, P\u00a0O\u200b Box\u00a012',
    'PO Box \u0661\u0662',
    'Private\u2011Bag X12',
  ],
])('%j is a post box', (line) => {
  expect(isPostBox(line)).toBe(true);
});

test.each([
  ...[
    '12 Post Office Street',
    'Post Office Road 5',
    '3 Boxer Road',
    'Box Street 12',
    '5 Boxwood Lane',
    '9 Bagley Street',
  ],
  ...[
    '1 Postma Avenue',
    '14 Private Road',
    'Privaatpad 7',
    'Busstraat 12',
    '7 Bus Street',
    '2 Postbox Avenue',
    '8 Posbus Street',
  ],
  ...[
    'Old Post Office, 12 Long Street',
    'Shop 4, Post Office Building',
    '22 Poskantoor Street',
    'Unit 12, The Box Factory',
  ],
  ...[
    '1 Bagshot Close',
    '5 Privet Avenue',
    'Sakkie Street 3',
    'Pobox Lodge',
    '16 P Botha Street',
    '3 Mailbag Lane',
    'Box Hill 5',
    '',
  ],
])('%j is an address that a courier reaches', (line) => {
  expect(isPostBox(line)).toBe(false);
});
