import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { pageLayouts } from './cms.ts';
import { contentLanguages } from './content-language.ts';
import { maxDetailLength, maxNicknameLength, maxStars, maxTitleLength } from './review.ts';

/** A review on the wire (wire contract 2.8). Only its author sees `customer_id`. */
const ReviewOnWire = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  title: Type.String(),
  detail: Type.String(),
  nickname: Type.String(),
  rating: Type.Integer({ description: 'stars from 1 to 5; 0 without a rating' }),
  ratings: Type.Array(Type.Object({ title: Type.String(), value: Type.Integer(), percent: Type.Integer() })),
  review_status: Type.Integer({ description: '1 approved, 2 pending, 3 rejected' }),
  review_entity: Type.String(),
  review_type: Type.String({ description: 'Customer or Guest' }),
  created_at: Type.String(),
  customer_id: Type.Union([Type.Integer(), Type.Null()]),
  store_id: Type.Integer(),
  locale: Type.String(),
});
export type Review = Static<typeof ReviewOnWire>;

/** The customer's own review with its product; the product is null when it is no longer sold. */
const OwnReview = Type.Intersect([
  ReviewOnWire,
  Type.Object({
    product: Type.Union([
      Type.Object({
        sku: Type.String(),
        name: Type.String(),
        url_path: Type.String(),
        image: Type.String(),
      }),
      Type.Null(),
    ]),
  }),
]);

/** Reviews and contact messages (wire contract 1.8 and 1.9, spec D11 and D37). */
export const createReview = endpoint({
  name: 'createReview',
  method: 'POST',
  path: '/api/review/create',
  summary: 'Write a review; it is shown after approval',
  body: Type.Object({
    review: Type.Object({
      product_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      title: Type.String({ minLength: 1, maxLength: maxTitleLength }),
      detail: Type.String({ minLength: 1, maxLength: maxDetailLength }),
      nickname: Type.String({ minLength: 1, maxLength: maxNicknameLength }),
      rating: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: maxStars }), Type.Null()])),
      review_entity: Type.Optional(Type.String({ maxLength: 20 })),
      review_status: Type.Optional(Type.Integer()),
      customer_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      locale: Type.Optional(Type.String({ maxLength: 10 })),
    }),
  }),
  result: ReviewOnWire,
  problems: ['invalid_input', 'not_logged_in', 'product_not_found', 'too_many_attempts'],
});

export const listOwnReviews = endpoint({
  name: 'listOwnReviews',
  needsLogin: true,
  method: 'GET',
  path: '/api/review/mine',
  summary: 'The reviews of the token’s customer with their status, newest first',
  result: Type.Array(OwnReview),
  problems: ['not_logged_in'],
});

export const mailToken = endpoint({
  name: 'mailToken',
  method: 'GET',
  path: '/api/ext/mail-service/get-token',
  summary: 'A single-use token for a contact message, bound to the caller',
  result: Type.String(),
  problems: ['not_logged_in', 'too_many_attempts'],
});

export const sendMail = endpoint({
  name: 'sendMail',
  method: 'POST',
  path: '/api/ext/mail-service/send-email',
  summary:
    'Send a contact message; only the shop’s own addresses receive it, and the sender gets a fixed confirmation',
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 500 }),
    sourceAddress: Type.String({ minLength: 1, maxLength: 254 }),
    targetAddress: Type.Optional(Type.String({ maxLength: 254 })),
    subject: Type.String({ minLength: 1, maxLength: 200 }),
    emailText: Type.String({ minLength: 1, maxLength: 5000 }),
    confirmation: Type.Optional(Type.Boolean()),
    locale: Type.Optional(Type.String({ maxLength: 10 })),
  }),
  result: Type.String(),
  problems: [
    'invalid_input',
    'not_logged_in',
    'mail_token_refused',
    'mail_recipient_refused',
    'too_many_attempts',
  ],
});

const Language = Type.Enum(contentLanguages, {
  description: 'language of this text; English when it is not translated',
});

const text = {
  id: Type.Integer(),
  identifier: Type.String(),
  title: Type.String({ description: 'plain text' }),
  content: Type.String({ description: 'HTML with a small set of safe elements' }),
  lang: Language,
  languages: Type.Array(Type.Enum(contentLanguages), { description: 'languages in which it is available' }),
  active: Type.Boolean(),
  creation_time: Type.String(),
  update_time: Type.String(),
  store_id: Type.Integer(),
};

/** A product that a page is about, such as an ingredient of a recipe (spec D67). */
const PageProduct = Type.Object({ sku: Type.String(), qty: Type.Integer({ minimum: 1 }) });
export type PageProduct = Static<typeof PageProduct>;

/** A page (wire contract 2.6). */
export const CmsPage = Type.Object({
  ...text,
  content_heading: Type.String(),
  meta_title: Type.String(),
  meta_description: Type.String(),
  meta_keywords: Type.String(),
  page_layout: Type.Enum(pageLayouts),
  sort_order: Type.Integer(),
  headings: Type.Array(Type.Object({ id: Type.String(), level: Type.Integer(), text: Type.String() }), {
    description: 'table of contents; the ids occur in the content',
  }),
  products: Type.Optional(
    Type.Array(PageProduct, {
      description: 'the products that the page is about; absent when there are none',
    }),
  ),
});
export type CmsPage = Static<typeof CmsPage>;

/** A block: a text embedded in pages of the shop (wire contract 2.6). */
export const CmsBlock = Type.Object({ ...text, type: Type.String() });
export type CmsBlock = Static<typeof CmsBlock>;

const ById = Type.Object({ id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });
const ByIdentifier = Type.Object({
  identifier: Type.String({ minLength: 1, maxLength: 200 }),
  storeId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 is the default store view' }),
});

/** The requested language of texts; also a parameter of a catalogue search and of the URL map. */
export const languageQuery = {
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      description:
        'language of pages and blocks, such as `de`; the default is that of the store view or of Accept-Language',
    }),
  ),
};
const Wanted = Type.Object(languageQuery);
const emptyResult = { method: 'GET', query: Wanted, problems: ['invalid_input', 'cms_empty'] } as const;

/** Single pages and blocks (wire contract 1.9, CMS-1). */
export const readCmsPage = endpoint({
  ...emptyResult,
  name: 'readCmsPage',
  path: '/api/ext/cms-data/cmsPage/{id}',
  summary: 'A page of the default store view by its id',
  params: ById,
  result: CmsPage,
});

export const readCmsBlock = endpoint({
  ...emptyResult,
  name: 'readCmsBlock',
  path: '/api/ext/cms-data/cmsBlock/{id}',
  summary: 'A block of the default store view by its id',
  params: ById,
  result: CmsBlock,
});

export const readCmsPageNamed = endpoint({
  ...emptyResult,
  name: 'readCmsPageNamed',
  path: '/api/ext/cms-data/cmsPageIdentifier/{identifier}/storeId/{storeId}',
  summary: 'A page by its identifier, in a store view',
  params: ByIdentifier,
  result: CmsPage,
});

export const readCmsBlockNamed = endpoint({
  ...emptyResult,
  name: 'readCmsBlockNamed',
  path: '/api/ext/cms-data/cmsBlockIdentifier/{identifier}/storeId/{storeId}',
  summary: 'A block by its identifier, in a store view',
  params: ByIdentifier,
  result: CmsBlock,
});

export const contentEndpoints = [
  createReview,
  listOwnReviews,
  mailToken,
  sendMail,
  readCmsPage,
  readCmsBlock,
  readCmsPageNamed,
  readCmsBlockNamed,
];
