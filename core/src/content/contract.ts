import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** Reviews and letters to the shop (wire contract 1.8 and 1.9, decisions 11 and 37). */
export const createReview = endpoint({
  name: 'createReview',
  method: 'POST',
  path: '/api/review/create',
  summary: 'Write a review; it is shown once somebody has approved it',
  body: Type.Object({
    review: Type.Object({
      product_id: Type.Integer(),
      title: Type.String({ minLength: 1, maxLength: 120 }),
      detail: Type.String({ minLength: 1, maxLength: 4000 }),
      nickname: Type.String({ minLength: 1, maxLength: 60 }),
      rating: Type.Integer({ minimum: 1, maximum: 5 }),
      review_entity: Type.Optional(Type.String({ maxLength: 20 })),
      review_status: Type.Optional(Type.Integer()),
      customer_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      locale: Type.Optional(Type.String({ maxLength: 10 })),
    }),
  }),
  result: Type.Record(Type.String(), Type.Unknown()),
  problems: ['invalid_input', 'product_not_found', 'too_many_attempts'],
});

export const mailToken = endpoint({
  name: 'mailToken',
  method: 'GET',
  path: '/api/ext/mail-service/get-token',
  summary: 'A single-use token to write to the shop with, bound to the caller',
  result: Type.String(),
  problems: ['too_many_attempts'],
});

export const sendMail = endpoint({
  name: 'sendMail',
  method: 'POST',
  path: '/api/ext/mail-service/send-email',
  summary: 'Write to the shop; only its own addresses receive it, and the sender a fixed confirmation',
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
  problems: ['invalid_input', 'mail_token_refused', 'mail_recipient_refused', 'too_many_attempts'],
});

export const contentEndpoints = [createReview, mailToken, sendMail];
