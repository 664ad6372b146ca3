import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** The address of a drawing holds a SKU of 200 characters, each encoded in up to nine. */
const maxPicturePath = 2000;
const imageOrder = {
  width: Type.Integer({ minimum: 0, maximum: 4000 }),
  height: Type.Integer({ minimum: 0, maximum: 4000 }),
  action: Type.Union([Type.Literal('fit'), Type.Literal('resize'), Type.Literal('identify')]),
};

export const image = endpoint({
  name: 'image',
  method: 'GET',
  path: '/img/{width}/{height}/{action}/*',
  summary: 'An image in one of the allowed sizes, as AVIF, WebP or JPEG depending on the Accept header',
  params: Type.Object({ ...imageOrder, '*': Type.String({ maxLength: maxPicturePath }) }),
  result: Type.Unknown(),
  envelope: false,
  media: ['image/*', 'application/json'],
  notModified: true,
  problems: ['invalid_input', 'image_size_refused', 'image_not_found'],
});

export const imageByUrl = endpoint({
  name: 'imageByUrl',
  method: 'GET',
  path: '/img',
  summary: 'The same image with all parameters in the query; `url` is a path in the media folder',
  query: Type.Object({ ...imageOrder, url: Type.String({ maxLength: maxPicturePath }) }),
  result: Type.Unknown(),
  envelope: false,
  media: ['image/*', 'application/json'],
  notModified: true,
  problems: ['invalid_input', 'image_size_refused', 'image_not_found'],
});
