import { cream, darker, ink, isDark, lighter, mix } from './colour.ts';
import { lettering } from './letters.ts';
import { mark } from './motifs.ts';

/** What one pack wears: its colour and second colour (`#rrggbb`), the word on it and what is in it (a motif). */
export interface Dress {
  colour: string;
  accent: string;
  word: string;
  motif: string;
}

export type Pack = (dress: Dress) => string;

interface Panel {
  /** Left edge, top edge, width and height of the front where the label goes. */
  x: number;
  y: number;
  w: number;
  h: number;
}

const light = 'fill="#fff" fill-opacity=".22"';
const shade = 'fill="#2a1a14" fill-opacity=".14"';

export const packs: Record<string, Pack> = {
  carton: (dress) =>
    `<path d="M390 216 438 204V470L390 500z" fill="${darker(dress.colour, 0.22)}"/>` +
    `<path d="M206 216 222 146H374L390 216z" fill="${lighter(dress.colour, 0.25)}"/><path d="M390 216 374 146 424 150 438 204z" fill="${darker(dress.colour, 0.12)}"/>` +
    `<rect x="218" y="112" width="160" height="38" rx="6" fill="${dress.accent}"/><path d="M378 114 420 120V152L378 148z" fill="${darker(dress.accent, 0.25)}"/>` +
    `<rect x="206" y="216" width="184" height="284" fill="${dress.colour}"/>` +
    front({ x: 206, y: 216, w: 184, h: 284 }, dress),

  box: (dress) =>
    `<path d="M398 150 446 136V462L398 500z" fill="${darker(dress.colour, 0.24)}"/>` +
    `<path d="M186 150 240 134H446L398 150z" fill="${lighter(dress.colour, 0.35)}"/>` +
    `<rect x="186" y="150" width="212" height="350" fill="${dress.colour}"/>` +
    front({ x: 186, y: 150, w: 212, h: 350 }, dress),

  bottle: (dress) =>
    `<path id="b" d="M274 112H326V172C328 210 376 222 378 272V476Q378 500 354 500H246Q222 500 222 476V272C224 222 272 210 274 172z" fill="${dress.colour}"/>` +
    `<rect x="266" y="88" width="68" height="44" rx="9" fill="${dress.accent}"/><path d="M266 122H334V132H266z" ${shade}/>` +
    front({ x: 222, y: 276, w: 156, h: 196 }, dress, true) +
    `<path d="M240 290C240 250 286 220 286 176V136H296V180C296 236 256 246 256 296V470Q256 484 262 488H252Q240 486 240 472z" ${light}/>`,

  jar: (dress) =>
    `<rect x="196" y="196" width="208" height="304" rx="38" fill="${dress.colour}"/>` +
    `<rect x="206" y="150" width="188" height="56" rx="12" fill="${dress.accent}"/><path d="M228 152V204M256 152V204M284 152V204M312 152V204M340 152V204M368 152V204" stroke="#2a1a14" stroke-opacity=".13" stroke-width="5"/>` +
    front({ x: 196, y: 240, w: 208, h: 222 }, dress, true) +
    `<path d="M214 240Q214 216 232 212V488Q214 482 214 460z" ${light}/><path d="M386 240Q386 218 376 214V484Q386 478 386 460z" ${shade}/>`,

  can: (dress) =>
    `<path d="M192 176V484C192 508 408 508 408 484V176z" fill="${dress.colour}"/>` +
    front({ x: 192, y: 196, w: 216, h: 272 }, dress, true) +
    `<path d="M192 164V184C192 208 408 208 408 184V164z" fill="#c9ccce"/><ellipse cx="300" cy="164" rx="108" ry="20" fill="#e8eaeb"/><ellipse cx="300" cy="164" rx="92" ry="14" fill="#d3d6d8"/>` +
    `<path d="M192 478V490C192 514 408 514 408 490V478C408 500 192 500 192 478z" fill="#b9bdc0"/>` +
    `<path d="M212 198V490L234 494V202z" ${light}/><path d="M386 202V494L408 488V196z" ${shade}/>`,

  sachet: (dress) =>
    `<path d="M204 150H396L388 300 398 494H202L212 300z" fill="${dress.colour}"/>` +
    `<path d="M204 150H396L395 174H205z" fill="${dress.accent}"/><path d="M203 478H397L398 494H202z" fill="${dress.accent}"/>` +
    `<path d="M205 162H395M203 486H397" stroke="#fff" stroke-opacity=".45" stroke-width="2" stroke-dasharray="5 5"/>` +
    front({ x: 212, y: 184, w: 176, h: 290 }, dress) +
    `<path d="M226 174H240L246 300 236 478H222L232 300z" ${light}/>`,

  bag: (dress) =>
    `<path d="M200 168Q300 156 400 168L414 300Q420 420 408 486Q404 502 388 502H212Q196 502 192 486 180 420 186 300z" fill="${dress.colour}"/>` +
    `<path d="M200 128H400L402 180Q300 168 198 180z" fill="${dress.accent}"/><path d="M198 172Q300 160 402 172V182Q300 170 198 182z" ${shade}/>` +
    front({ x: 196, y: 196, w: 208, h: 290 }, dress) +
    `<path d="M204 186C192 260 190 400 204 480L218 490C206 400 208 270 220 184z" ${light}/><path d="M396 186C408 260 410 400 396 480L386 490C396 400 394 270 384 184z" ${shade}/>`,

  tray: (dress) =>
    `<path d="M120 250H480L452 478Q448 498 426 498H174Q152 498 148 478z" fill="${darker(dress.colour, 0.12)}"/>` +
    `<rect x="106" y="226" width="388" height="34" rx="17" fill="${dress.colour}"/>` +
    several(
      dress.motif,
      1.06,
      [170, 256, 344, 430].map((x) => [x, 202]),
    ) +
    `<path d="M106 243H494V250Q494 260 477 260H123Q106 260 106 250z" fill="${lighter(dress.colour, 0.18)}"/>` +
    `<rect x="176" y="290" width="248" height="166" rx="16" fill="${cream}"/><path d="M176 426H424V440Q424 456 408 456H192Q176 456 176 440z" fill="${dress.accent}"/>` +
    mark(300, 336, 54, false) +
    lettering(dress.word, { x: 300, y: 406, width: 204, height: 30, colour: ink }),

  loose: (dress) =>
    `<path d="M132 340H468L436 482Q432 500 412 500H188Q168 500 164 482z" fill="#c69a63"/>` +
    several(dress.motif, 1.9, [
      [204, 262],
      [396, 262],
      [300, 240],
    ]) +
    `<path d="M124 330H476L470 366H130z" fill="#d9b07a"/><path d="M138 384H462M144 412H456M150 440H450M156 468H444" stroke="#a97d48" stroke-width="5"/>` +
    `<path d="M190 366 204 500M245 366 252 500M300 366V500M355 366 348 500M410 366 396 500" stroke="#a97d48" stroke-opacity=".55" stroke-width="5"/>` +
    `<rect x="196" y="388" width="208" height="66" rx="10" fill="${cream}"/><path d="M196 444H404V446Q404 454 394 454H206Q196 454 196 446z" fill="${dress.accent}"/>` +
    lettering(dress.word, { x: 300, y: 432, width: 176, height: 26, colour: ink }),

  appliance: (dress) =>
    `<path d="M226 166H374L358 352H242z" fill="#dcecf0" stroke="#b4cad0" stroke-width="4"/><path d="M234 262H366L358 352H242z" fill="${mix(dress.accent, '#dcecf0', 0.35)}"/>` +
    `<path d="M372 190C432 186 428 318 362 316" fill="none" stroke="${darker(dress.colour, 0.15)}" stroke-width="16"/>` +
    `<rect x="218" y="138" width="164" height="34" rx="12" fill="${dress.colour}"/><rect x="274" y="118" width="52" height="24" rx="9" fill="${darker(dress.colour, 0.2)}"/>` +
    `<path d="M230 352H370L398 476Q402 500 378 500H222Q198 500 202 476z" fill="${dress.colour}"/><path d="M230 352H370L373 368H227z" ${shade}/>` +
    `<circle cx="300" cy="436" r="30" fill="${cream}"/><circle cx="300" cy="436" r="22" fill="${dress.accent}"/><path d="M300 436V418" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M246 186 256 340H266L258 186z" fill="#fff" fill-opacity=".6"/>`,

  juicer: (dress) =>
    `<path d="M236 300V210Q236 170 300 170T364 210V300z" fill="#dcecf0" stroke="#b4cad0" stroke-width="4"/>${placed(dress.motif, 300, 240, 0.9)}` +
    `<rect x="272" y="112" width="56" height="64" rx="10" fill="${darker(dress.colour, 0.2)}"/>` +
    `<path d="M206 300H394L408 480Q409 500 388 500H212Q191 500 192 480z" fill="${dress.colour}"/><path d="M206 300H394L395 320H205z" ${shade}/>` +
    `<path d="M394 330H440V372H426V350H396z" fill="${dress.accent}"/>` +
    `<path d="M412 412H462L456 490Q455 500 446 500H428Q419 500 418 490z" fill="#f7a941"/>` +
    `<circle cx="300" cy="412" r="34" fill="${cream}"/><circle cx="300" cy="412" r="24" fill="${dress.accent}"/>` +
    `<path d="M220 330 212 484H228L236 330z" ${light}/>`,

  filter: (dress) =>
    `<path d="M210 158H376L394 250 384 480Q382 500 362 500H224Q204 500 202 480L192 240z" fill="${mix(dress.colour, '#dcecf0', 0.5)}" stroke="#b4cad0" stroke-width="4"/>` +
    `<path d="M198 330H388L383 478Q382 496 362 496H224Q206 496 205 478z" fill="#9fd0e6"/>` +
    `<path d="M384 196C462 190 462 410 388 410" fill="none" stroke="${dress.accent}" stroke-width="20" stroke-linecap="round"/>` +
    `<path d="M236 190H350L340 350Q338 364 324 364H262Q248 364 246 350z" fill="#fff" fill-opacity=".85"/><path d="M244 300H343L340 350Q338 364 324 364H262Q248 364 246 350z" fill="${dress.accent}" fill-opacity=".75"/>` +
    `<path d="M198 150Q200 134 218 134H372Q388 134 390 150L392 172H200z" fill="${dress.accent}"/>` +
    placed(dress.motif, 294, 424, 0.8),

  dehydrator: (dress) =>
    [236, 292, 348]
      .map(
        (y) =>
          `<rect x="176" y="${y}" width="248" height="50" rx="14" fill="#e9eef0" stroke="#c3cdd1" stroke-width="4"/>`,
      )
      .join('') +
    several(
      dress.motif,
      0.4,
      [262, 318, 374].flatMap((y) => [216, 272, 328, 384].map((x) => [x, y])),
    ) +
    `<path d="M188 232Q190 178 300 178T412 232z" fill="${dress.colour}"/><path d="M270 178Q272 160 300 160T330 178z" fill="${dress.accent}"/>` +
    `<path d="M172 400H428L436 480Q438 500 418 500H182Q162 500 164 480z" fill="${dress.colour}"/><circle cx="300" cy="450" r="28" fill="${dress.accent}"/><path d="M300 450V432" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>`,

  freezer: (dress) =>
    `<rect x="140" y="230" width="320" height="262" rx="16" fill="${darker(dress.colour, 0.05)}"/><rect x="160" y="488" width="34" height="16" rx="4" fill="#555"/><rect x="406" y="488" width="34" height="16" rx="4" fill="#555"/>` +
    `<rect x="132" y="196" width="336" height="52" rx="16" fill="${dress.colour}" stroke="#d4dade" stroke-width="3"/><rect x="262" y="234" width="76" height="18" rx="9" fill="${dress.accent}"/>` +
    `<g transform="translate(300 366)" stroke="${dress.accent}" stroke-width="9" stroke-linecap="round" fill="none">${[0, 60, 120].map((turn) => `<path d="M0-62V62M-16-46 0-32 16-46M-16 46 0 32 16 46" transform="rotate(${turn})"/>`).join('')}</g>` +
    `<path d="M160 270H176V470H160z" fill="#fff" fill-opacity=".6"/>`,

  mug: (dress) =>
    `<path d="M388 236C478 226 478 416 378 408" fill="none" stroke="${dress.colour}" stroke-width="24"/><path d="M388 236C478 226 478 416 378 408" fill="none" stroke="#2a1a14" stroke-opacity=".16" stroke-width="24"/>` +
    `<path d="M182 190H402L390 476Q388 500 364 500H220Q196 500 194 476z" fill="${dress.colour}"/>` +
    `<ellipse cx="292" cy="190" rx="110" ry="20" fill="${dress.accent}"/><ellipse cx="292" cy="191" rx="98" ry="14" fill="${darker(dress.colour, 0.3)}"/>` +
    `${mark(292, 350, 130, isDark(dress.colour))}<path d="M206 216 214 470Q215 484 224 488H234L224 218z" ${light}/><path d="M384 214 374 470Q373 484 366 488H354L366 216z" ${shade}/>` +
    `<g fill="#fff" fill-opacity=".5"><circle cx="258" cy="246" r="3"/><circle cx="330" cy="270" r="3"/><circle cx="250" cy="440" r="3"/><circle cx="340" cy="424" r="3"/></g>`,

  flask: (dress) =>
    `<path d="M268 150H332V182C344 196 366 206 366 240V474Q366 500 340 500H260Q234 500 234 474V240C234 206 256 196 268 182z" fill="${dress.colour}"/>` +
    `<rect x="262" y="112" width="76" height="48" rx="10" fill="${dress.accent}"/><path d="M276 112C276 72 324 72 324 112" fill="none" stroke="${dress.accent}" stroke-width="11"/><path d="M234 440H366V456H234z" ${shade}/>` +
    `${mark(300, 330, 96, isDark(dress.colour))}<path d="M250 238C250 222 262 212 276 200V170H286V206C270 220 266 226 266 244V486Q252 482 250 470z" ${light}/>`,

  tote: (dress) =>
    `<path d="M236 250C236 100 364 100 364 250" fill="none" stroke="${darker(dress.colour, 0.18)}" stroke-width="15"/>` +
    `<path d="M174 236H426L442 478Q444 500 422 500H178Q156 500 158 478z" fill="${dress.colour}"/><path d="M174 236H426L427 252H173z" ${shade}/>` +
    `<path d="M248 262C248 130 352 130 352 262" fill="none" stroke="${lighter(dress.colour, 0.3)}" stroke-width="15"/>` +
    mark(300, 350, 118, isDark(dress.colour)) +
    lettering(dress.word, { x: 300, y: 462, width: 190, height: 24, colour: onto(dress.colour) }),

  board: (dress) =>
    `<path d="M276 118Q276 96 300 96T324 118V186H392Q420 186 420 214V472Q420 500 392 500H208Q180 500 180 472V214Q180 186 208 186H276z" fill="${dress.colour}"/><circle cx="300" cy="126" r="11" fill="${cream}"/>` +
    `<path d="M222 188V498M262 188V498M338 188V498M378 188V498" stroke="${dress.accent}" stroke-opacity=".3" stroke-width="4"/>` +
    mark(300, 344, 120, false),

  card: (dress) =>
    `<g transform="rotate(-7 300 330)"><rect x="128" y="216" width="344" height="224" rx="22" fill="${darker(dress.colour, 0.2)}" transform="rotate(9 300 330)"/>` +
    `<rect x="128" y="216" width="344" height="224" rx="22" fill="${dress.colour}"/><path d="M128 378H472V418Q472 440 450 440H150Q128 440 128 418z" fill="${dress.accent}"/>` +
    `<circle cx="208" cy="298" r="56" fill="${cream}"/>${placed(dress.motif, 208, 298, 0.8)}` +
    lettering(dress.word, { x: 368, y: 322, width: 176, height: 34, colour: onto(dress.colour) }) +
    `${mark(430, 409, 40, isDark(dress.accent))}</g>`,

  book: (dress) =>
    `<path d="M196 140H410Q424 140 424 154V486Q424 500 410 500H196Q176 500 176 480V160Q176 140 196 140z" fill="${dress.colour}"/><path d="M176 480Q176 460 196 460H424V472H200Q190 472 190 480T200 488H424Q422 500 410 500H196Q176 500 176 480z" fill="${cream}"/><path d="M200 140H212V460H200z" ${shade}/>` +
    `<circle cx="318" cy="286" r="78" fill="${cream}"/>${placed(dress.motif, 318, 286, 1.15)}` +
    lettering(dress.word, { x: 318, y: 424, width: 176, height: 28, colour: onto(dress.colour) }) +
    mark(318, 178, 44, isDark(dress.colour)),
};

/** One drawing in many places costs its bytes once. */
function several(motif: string, scale: number, places: number[][]): string {
  const uses = places.map(([x, y]) => `<use href="#m" x="${whole(x! / scale)}" y="${whole(y! / scale)}"/>`);
  return `<defs><g id="m">${motif}</g></defs><g transform="scale(${scale})">${uses.join('')}</g>`;
}

/** The front of a pack: the flower of the house, a cream label with what is inside, the word, a band below. */
function front({ x, y, w, h }: Panel, { colour, accent, word, motif }: Dress, wrapped = false): string {
  const middle = x + w / 2;
  const inset = wrapped ? 0 : 14;
  const top = y + (wrapped ? 0 : h * 0.2);
  const height = h * (wrapped ? 1 : 0.68);
  const band = height * 0.1;
  const label = `<rect x="${x + inset}" y="${whole(top)}" width="${w - 2 * inset}" height="${whole(height)}" rx="${wrapped ? 0 : 14}" fill="${cream}"/>`;
  const size = Math.min((w - 2 * inset) * 0.62, height * 0.52);
  return (
    (wrapped ? '' : mark(whole(middle), whole(y + h * 0.105), whole(h * 0.14), isDark(colour))) +
    label +
    `<rect x="${x + inset}" y="${whole(top + height * 0.86)}" width="${w - 2 * inset}" height="${whole(band)}" fill="${isDark(accent) || accent !== '#ffffff' ? accent : colour}"/>` +
    placed(motif, middle, whole(top + height * 0.33), size / 100) +
    lines(word)
      .map((line, at, all) =>
        lettering(line, {
          x: middle,
          y: whole(top + height * (all.length === 1 ? 0.8 : at === 0 ? 0.72 : 0.83)),
          width: w - 2 * inset - (wrapped ? 44 : 24),
          height: height * (all.length === 1 ? 0.11 : 0.085),
          colour: ink,
        }),
      )
      .join('')
  );
}

function placed(motif: string, x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${Math.round(scale * 100) / 100})">${motif}</g>`;
}

/** Long words go on two lines, so that they can be read on a thumbnail. */
function lines(word: string): string[] {
  const [first = '', ...rest] = word.split(' ');
  return word.length > 9 && rest.length > 0 ? [first, rest.join(' ')] : [word];
}

const onto = (colour: string) => (isDark(colour) ? cream : ink);
const whole = Math.round;
