import { cleanNumber } from '../clean-text.ts';
import type { Point } from './distance.ts';

/** A place that a shopper can type. */
export interface NamedPlace extends Point {
  name: string;
  /** The first postal code of its area. */
  postcode: string;
}

/**
 * South African places by the first postal code of their area, which ends where the next line begins; then
 * their names, the usual one first, and the coordinates of the centre. The precision of a few kilometres is
 * enough to sort stores by distance.
 */
const table = `
0001 Pretoria/Tshwane/Hatfield/Arcadia -25.75 28.19
0152 Centurion/Mamelodi -25.86 28.19
0190 Soshanguve/Mabopane -25.53 28.10
0250 Brits -25.63 27.78
0299 Rustenburg -25.67 27.24
0350 Sun City/Mogwase -25.27 27.22
0380 Thabazimbi -24.59 27.41
0400 Hammanskraal -25.41 28.29
0480 Bela-Bela/Warmbaths -24.88 28.30
0510 Modimolle/Nylstroom -24.70 28.41
0555 Lephalale/Ellisras -23.68 27.70
0600 Mokopane/Potgietersrus -24.19 29.01
0699 Polokwane/Pietersburg -23.90 29.45
0826 Giyani -23.30 30.72
0850 Tzaneen -23.83 30.16
0900 Musina/Messina -22.35 30.04
0920 Makhado/Louis Trichardt -23.04 29.90
0950 Thohoyandou -22.95 30.48
1000 Bronkhorstspruit -25.81 28.74
1034 eMalahleni/Witbank -25.87 29.23
1050 Middelburg -25.77 29.46
1100 Belfast/eMakhazeni -25.69 30.04
1120 Mashishing/Lydenburg -25.10 30.45
1200 Mbombela/Nelspruit -25.47 30.98
1240 White River/Witrivier -25.33 31.01
1242 Hazyview -25.04 31.13
1280 Bushbuckridge/Hoedspruit -24.84 31.07
1300 Barberton -25.79 31.05
1320 Malelane -25.48 31.51
1340 Komatipoort -25.43 31.95
1389 Phalaborwa -23.94 31.14
1400 Germiston -26.22 28.17
1441 Heidelberg -26.50 28.36
1448 Alberton/Katlehong -26.27 28.12
1459 Boksburg -26.21 28.26
1490 Nigel -26.43 28.48
1500 Benoni/Daveyton -26.19 28.31
1540 Brakpan -26.24 28.37
1559 Springs -26.25 28.44
1609 Edenvale -26.14 28.15
1619 Kempton Park -26.10 28.23
1632 Tembisa -26.00 28.23
1682 Midrand -25.99 28.13
1700 Roodepoort -26.16 27.87
1739 Krugersdorp/Mogale City -26.10 27.77
1759 Randfontein/Westonaria -26.18 27.70
1800 Soweto -26.25 27.86
1900 Vanderbijlpark -26.70 27.81
1929 Vereeniging -26.67 27.93
1947 Sasolburg -26.81 27.82
1960 Lenasia/Orange Farm -26.32 27.83
2000 Johannesburg/Joburg/Jozi/Braamfontein -26.20 28.05
2055 Fourways -26.02 28.01
2090 Alexandra -26.10 28.10
2100 Johannesburg -26.22 28.05
2146 Sandton -26.11 28.06
2188 Randburg -26.09 28.00
2196 Rosebank/Sandton -26.14 28.04
2200 Bethal/Kriel -26.46 29.46
2300 Secunda -26.52 29.17
2350 Ermelo -26.53 29.98
2380 Mkhondo/Piet Retief -27.01 30.81
2430 Standerton -26.95 29.25
2470 Volksrust -27.37 29.88
2499 Carletonville -26.36 27.40
2520 Potchefstroom/Tlokwe -26.72 27.10
2570 Klerksdorp -26.87 26.67
2600 Orkney/Wolmaransstad -27.20 25.98
2730 Lichtenburg -26.15 26.16
2745 Mahikeng/Mafikeng -25.85 25.64
2865 Zeerust -25.54 26.08
2900 Newcastle -27.76 29.93
3000 Dundee -28.16 30.23
3100 Vryheid -27.77 30.79
3200 Pietermaritzburg -29.60 30.38
3250 Greytown -29.06 30.59
3290 Howick -29.48 30.23
3310 Estcourt -29.01 29.87
3370 Ladysmith -28.56 29.78
3600 Pinetown/Hillcrest -29.82 30.86
3800 Eshowe -28.89 31.47
3838 Ulundi -28.30 31.42
3880 Empangeni -28.75 31.89
3900 Richards Bay -28.78 32.04
3935 Mtubatuba/Hluhluwe -28.42 32.19
4000 Durban/eThekwini/Berea -29.86 31.02
4051 Durban North -29.79 31.04
4092 Chatsworth -29.91 30.88
4125 Amanzimtoti -30.05 30.88
4240 Port Shepstone -30.74 30.45
4275 Margate -30.86 30.37
4300 Tongaat/Phoenix -29.57 31.11
4319 Umhlanga -29.73 31.07
4400 Ballito -29.54 31.21
4450 KwaDukuza/Stanger -29.33 31.29
4640 Matatiele/Ixopo -30.34 28.81
4700 Kokstad -30.55 29.42
4800 Lusikisiki/Mbizana -31.36 29.58
4960 Gcuwa/Butterworth -32.33 28.15
5000 Dutywa/Idutywa -32.10 28.31
5080 Mthatha/Umtata -31.59 28.78
5120 Port St Johns -31.62 29.54
5200 East London/Buffalo City -33.01 27.90
5319 Komani/Queenstown -31.90 26.88
5470 Maclear/Elliot -31.07 28.35
5600 Qonce/King William's Town/Bhisho -32.88 27.39
5700 Alice/Fort Beaufort -32.79 26.83
5800 Cradock/Nxuba -32.16 25.62
5900 Middelburg Karoo -31.49 25.01
6000 Gqeberha/Port Elizabeth -33.96 25.60
6139 Makhanda/Grahamstown -33.31 26.53
6170 Port Alfred -33.59 26.89
6229 Kariega/Uitenhage -33.76 25.40
6280 Graaff-Reinet -32.25 24.53
6300 Humansdorp/Jeffreys Bay/J-Bay -34.05 24.92
6400 Joubertina -33.82 23.86
6500 Mossel Bay/Mosselbaai -34.18 22.15
6529 George -33.96 22.46
6560 Wilderness/Sedgefield -34.01 22.80
6570 Knysna -34.04 23.05
6600 Plettenberg Bay/Plett -34.05 23.37
6620 Oudtshoorn -33.59 22.20
6665 Ladismith/Riversdale -34.09 21.26
6700 Montagu/Robertson -33.79 20.12
6740 Swellendam -34.02 20.44
6800 Ceres -33.37 19.31
6850 Worcester -33.64 19.44
6900 Prince Albert/Laingsburg -33.22 22.03
6970 Beaufort West -32.35 22.58
7000 De Aar -30.65 24.01
7100 Somerset West/Strand/Helderberg -34.08 18.85
7160 Grabouw -34.15 19.02
7200 Hermanus -34.42 19.24
7230 Caledon -34.23 19.43
7280 Bredasdorp -34.53 20.04
7300 Malmesbury -33.46 18.73
7350 Langebaan/Vredenburg/Saldanha -33.01 17.94
7400 Milnerton/Table View/Century City -33.87 18.51
7493 Bellville/Parow/Goodwood -33.90 18.63
7550 Durbanville -33.83 18.65
7570 Kraaifontein/Brackenfell/Kuils River -33.86 18.72
7599 Stellenbosch -33.93 18.86
7620 Paarl/Wellington -33.73 18.96
7690 Franschhoek -33.91 19.12
7700 Claremont/Rondebosch/Newlands -33.98 18.46
7750 Athlone/Gugulethu/Nyanga -33.97 18.53
7780 Mitchells Plain/Khayelitsha -34.04 18.62
7800 Wynberg/Constantia -34.01 18.46
7900 Muizenberg/Fish Hoek/Retreat -34.11 18.47
8000 Cape Town/Kaapstad/Mother City -33.92 18.42
8130 Clanwilliam/Citrusdal -32.18 18.89
8160 Vredendal/Vanrhynsdorp -31.67 18.51
8200 Calvinia -31.47 19.77
8240 Springbok/Namakwa -29.66 17.89
8280 Alexander Bay/Port Nolloth -29.25 16.87
8300 Kimberley -28.74 24.76
8400 Postmasburg/Kathu -27.70 23.05
8460 Kuruman -27.46 23.43
8570 Taung/Hartswater -27.54 24.76
8600 Vryburg -26.96 24.73
8800 Upington -28.45 21.25
8900 Keimoes/Kakamas -28.71 20.97
8960 Prieska/Carnarvon -29.67 22.75
9300 Bloemfontein/Mangaung/Botshabelo -29.12 26.22
9430 Virginia -28.10 26.87
9459 Welkom -27.98 26.74
9499 Kroonstad -27.65 27.23
9600 Frankfort/Heilbron -27.27 28.49
9650 Reitz/Senekal -28.32 27.62
9700 Bethlehem -28.23 28.31
9730 Ficksburg/Clocolan -28.87 27.88
9750 Aliwal North/Maletswai -30.69 26.71
9800 Clarens -28.51 28.42
9866 Phuthaditjhaba/QwaQwa -28.52 28.82
9880 Harrismith -28.27 29.13
9900 Smithfield/Zastron -30.30 27.08
`;

interface Row extends Point {
  from: number;
  names: string[];
}

const rows: readonly Row[] = table
  .trim()
  .split('\n')
  .map((line) => {
    // Every line of the table has this form.
    const [, from, names = '', latitude, longitude] = /^(\d{4}) (.+) (-[\d.]+) ([\d.]+)$/.exec(line)!;
    return {
      from: Number(from),
      names: names.split('/'),
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  });

/**
 * Finds the place for typed text: a postal code of four digits, the name of a town, or its first letters
 * (at least three). Returns undefined when unknown.
 */
export function findPlace(typed: string): NamedPlace | undefined {
  const text = plain(typed);
  if (/^\d{4}$/.test(text)) return placeOfCode(Number(text));
  if (text.length < 3) return undefined;
  const at = (fits: (name: string) => boolean): NamedPlace | undefined => {
    for (const row of rows) {
      const name = row.names.find((candidate) => fits(plain(candidate)));
      if (name !== undefined) return asPlace(row, name);
    }
    return undefined;
  };
  return at((name) => name === text) ?? at((name) => name.startsWith(text));
}

/** Returns the places with this name: `Middelburg` is also `Middelburg Karoo`. */
export function placesNamed(name: string): NamedPlace[] {
  const start = `${plain(name)} `;
  return rows.flatMap((row) =>
    row.names.filter((of) => `${plain(of)} `.startsWith(start)).map((of) => asPlace(row, of)),
  );
}

/** Returns every name of the table, for a field with autocompletion. */
export function placeNames(): string[] {
  return [...new Set(rows.flatMap(({ names }) => names))].sort((a, b) => (a < b ? -1 : 1));
}

function placeOfCode(code: number): NamedPlace | undefined {
  const row = rows.findLast(({ from }) => from <= code);
  // A row has at least one name.
  return row && asPlace(row, row.names[0]!);
}

function asPlace({ from, latitude, longitude }: Row, name: string): NamedPlace {
  return { name, postcode: String(from).padStart(4, '0'), latitude, longitude };
}

/** Returns lower-case letters and digits with single spaces: `Jeffrey's-Bay ` equals `jeffreys bay`. */
function plain(text: string): string {
  return cleanNumber(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
}
