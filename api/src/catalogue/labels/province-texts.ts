import type { CatalogueText } from './catalogue-labels.ts';

/** Names of the provinces in the languages of South Africa. Pages in other languages show the English ones. */
const names: readonly (readonly [en: string, af: string, zu: string, xh: string])[] = [
  ['Eastern Cape', 'Oos-Kaap', 'iMpumalanga Kapa', 'iMpuma-Koloni'],
  ['Free State', 'Vrystaat', 'iFreyistata', 'iFreyistata'],
  ['Gauteng', 'Gauteng', 'iGauteng', 'iRhawuti'],
  ['KwaZulu-Natal', 'KwaZulu-Natal', 'iKwaZulu-Natali', 'iKwaZulu-Natala'],
  ['Limpopo', 'Limpopo', 'iLimpopo', 'iLimpopo'],
  ['Mpumalanga', 'Mpumalanga', 'iMpumalanga', 'iMpumalanga'],
  ['Northern Cape', 'Noord-Kaap', 'iNyakatho Kapa', 'uMntla-Koloni'],
  ['North West', 'Noordwes', 'iNyakatho Ntshonalanga', 'uMntla-Ntshona'],
  ['Western Cape', 'Wes-Kaap', 'iNtshonalanga Kapa', 'iNtshona-Koloni'],
];

/** The names of the provinces, which store views do not change. */
export const provinceTexts: readonly CatalogueText[] = names.map(([text, af, zu, xh]) => ({
  text,
  translations: { af, zu, xh },
  isShared: true,
}));
