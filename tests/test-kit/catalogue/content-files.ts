/** A page or block file: front matter, then the text. */
export const written = (front: Record<string, string>, text: string): string =>
  `---\n${Object.entries(front)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n\n${text}\n`;

/** Sample pages, blocks and menus of a typical shop. */
export const sampleContent: Record<string, string> = {
  'content/pages/about.en.md': written(
    {
      title: 'About us',
      content_heading: 'Who we are',
      meta_title: 'About Fynbos',
      meta_description: 'A shop in Cape Town',
      meta_keywords: 'fynbos, shop',
      position: '10',
      updated: '2026-11-02',
    },
    'We **sell** food.\n\n## Where we are\n\n- [Delivery](/shipping-delivery)\n- [The law](https://www.gov.za/x?a=1)\n\n## Where we are\n\nHere.',
  ),
  'content/pages/about.de.md': written(
    { title: 'Über uns', updated: '2026-11-03' },
    'Wir **verkaufen** Essen.\n\n## Größe\n\nHier.',
  ),
  'content/pages/faq.en.md': written(
    { title: 'Questions', position: '20', layout: 'minimal' },
    '## Why?\n\nSo.',
  ),
  'content/pages/faq.it.html': written({ title: 'Domande' }, '<div><h1>Perché?</h1><p>Così.</p></div>'),
  'content/pages/recipes.en.md': written({ title: 'Recipes', position: '30' }, 'Cook.'),
  'content/pages/secret.en.md': written({ title: 'Secret', active: 'no' }, 'Not yet.'),
  'content/pages/secret.de.md': written({ title: 'Geheim' }, 'Noch nicht.'),
  'content/blocks/opening.en.md': written({ title: 'Opening hours' }, 'Every day.'),
  'content/blocks/opening.de.md': written({ title: 'Öffnungszeiten' }, 'Täglich.'),
  'content/hierarchy.csv': `identifier,parent,page,title,title_de,position
footer-help,,,Help,Hilfe,1
footer-faq,footer-help,faq,,,1
footer-about,footer-help,about,Our story,,2
footer-secret,footer-help,secret,,,3
footer-orders,footer-help,/my-account/orders,Your orders,,4
footer-more,,,More,,2
footer-recipes,footer-more,recipes,,,1
`,
};
