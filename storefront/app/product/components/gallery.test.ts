import type { MediaItem } from '@fynbos/core/catalogue/entities.ts';
import { expect, test } from 'vitest';
import { galleryImages, stepOf } from './gallery.tsx';

const media = (image: string, pos: number, typ: MediaItem['typ'] = 'image') => ({
  image,
  pos,
  typ,
  lab: null,
});

test('galleryImages starts with the chosen variant, lists each picture once and drops placeholders (wire contract 8.5)', () => {
  const items = [media('/b.jpg', 2), media('/a.jpg', 1), media('/film.mp4', 0, 'video')];
  expect(galleryImages(['/red.jpg', '/a.jpg'], items)).toEqual(['/red.jpg', '/a.jpg', '/b.jpg']);
  expect(galleryImages([undefined, 'no_selection'], [])).toEqual([]);
});

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, undefined],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, undefined],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 0, undefined],
])('stepOf with three pictures: %s leads from %i to %s', (key, from, to) => {
  expect(stepOf(key, from, 3)).toBe(to);
});
