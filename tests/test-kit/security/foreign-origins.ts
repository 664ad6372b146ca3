/** Foreign origins that imitate `https://shop.example`, and some that browsers produce. */
export const strangeOrigins: readonly string[] = [
  ...['https://evil.example', 'null', 'https://evil.shop.example', 'https://shop.example.evil.example'],
  ...[
    'http://shop.example',
    'https://shop.example:8443',
    'https://user@shop.example',
    'https://shopxexample',
  ],
  ...[
    'https://shop.example.',
    'https://SHOP.example',
    'https://shop.example, https://evil.example',
    'file://',
  ],
  'https://shop.example%00.evil.example',
];
