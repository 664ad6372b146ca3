import { darker, lighter } from '../drawing/colour.ts';

/** What unpacked food is served on. */
export type Surface = (food: string) => string;

const slab =
  (top: string, edge: string, details: string): Surface =>
  (food) =>
    `<path d="M98 366H502Q514 366 518 378L548 462H52L82 378Q86 366 98 366z" fill="${top}"/><path d="M52 462H548V482Q548 490 540 490H60Q52 490 52 482z" fill="${edge}"/>${details}${food}`;

const grain =
  '<path d="M90 388H512M80 412H380M430 424H530M66 444H300M390 450H538" stroke="#9c6732" stroke-opacity=".4" stroke-width="3"/>';

export const board = slab('#cf9d68', '#98673a', grain);
export const darkBoard = slab('#9a6b45', '#6b4527', grain);
export const slate = slab(
  '#565d62',
  '#373c40',
  '<path d="M120 384H300M380 440H520" stroke="#fff" stroke-opacity=".12" stroke-width="3"/>',
);
export const marble = slab(
  '#eceae5',
  '#c9c4bb',
  '<path d="M100 440Q200 390 330 410T540 384" stroke="#c6c4c2" stroke-width="4" fill="none"/>',
);

export const cloth: Surface = (food) =>
  `<path d="M60 400Q180 372 300 384T540 394L564 486Q440 506 300 494T36 490z" fill="#f4efe6"/><path d="M88 396 66 490M112 392 92 491M500 390 524 493M520 391 546 490" stroke="#7d97b5" stroke-width="6"/><path d="M36 490Q180 484 300 494T564 486" stroke="#2a1a14" stroke-opacity=".16" stroke-width="4" fill="none"/>${food}`;

export const paper: Surface = (food) =>
  `<path d="M66 388 214 366 420 372 530 392 556 474 430 496 250 488 44 494z" fill="#e3cba2"/><path d="M66 388 250 488 420 372 430 496M530 392 420 440" stroke="#c2a273" stroke-width="3" fill="none"/>${food}`;

/** Crushed ice in a shallow dish. */
export const ice: Surface = (food) =>
  '<path d="M52 420 84 386 124 392 160 368 214 384 262 364 318 380 366 362 424 384 470 370 510 396 548 420 530 486H70z" fill="#dcecf3"/><path d="M52 420 104 436 160 412 216 440 276 414 340 440 404 414 470 438 548 420 530 486H70z" fill="#c3dde9"/><path d="M84 386 104 436M160 368V412M262 364 276 414M366 362 404 414M470 370V438" stroke="#fff" stroke-width="4"/><path d="M50 452H550L532 484Q528 492 518 492H82Q72 492 68 484z" fill="#8296a2"/>' +
  food;

/** A bowl; its front covers the lower part of the food. */
export const bowl =
  (glaze: string): Surface =>
  (food) =>
    `<ellipse cx="300" cy="338" rx="226" ry="52" fill="${darker(glaze, 0.45)}"/>${food}<path d="M74 338C74 352 176 390 300 390S526 352 526 338C524 430 448 486 372 492H228C152 486 76 430 74 338z" fill="${glaze}"/><path d="M74 338C74 352 176 390 300 390S526 352 526 338C524 430 448 486 372 492H228C152 486 76 430 74 338z" fill="url(#h)"/><path d="M80 352C110 386 200 402 300 402S490 386 520 352" stroke="${lighter(glaze, 0.5)}" stroke-width="5" fill="none"/>`;
