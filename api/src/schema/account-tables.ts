import type { ColumnType, Generated } from 'kysely';

type At = ColumnType<Date, Date | undefined, Date>;
type MaybeAt = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The tables of customers and their data (api/migrations/003-accounts.sql). */
export interface AccountTables {
  customer: {
    id: Generated<number>;
    email: string;
    password_hash: string;
    firstname: string;
    lastname: string;
    group_id: Generated<number>;
    locale: Generated<string>;
    created_at: At;
    updated_at: At;
    /** When an owner of the mailbox followed a mailed link; null while the address is only claimed (T25). */
    email_proven_at: MaybeAt;
  };
  customer_address: {
    id: Generated<number>;
    customer_id: number;
    firstname: string;
    lastname: string;
    street: string;
    apartment: string;
    suburb: string;
    city: string;
    region: string;
    region_code: string;
    postcode: string;
    country_id: string;
    telephone: string;
    company: string;
    vat_id: string;
    default_shipping: boolean;
    default_billing: boolean;
  };
  customer_session: {
    id: Generated<string>;
    customer_id: number;
    device: string;
    created_at: At;
    used_at: At;
    ends_at: Date;
    ended_at: MaybeAt;
    /** Whether a refresh token is exchanged for the next one; false for clients without the cookie. */
    rotates: Generated<boolean>;
  };
  refresh_token: { hash: Buffer; session_id: string; created_at: At; used_at: MaybeAt };
  access_token: { hash: Buffer; session_id: string; expires_at: Date };
  password_link: {
    hash: Buffer;
    customer_id: number;
    expires_at: Date;
    purpose: Generated<'password' | 'confirm'>;
  };
  customer_value: {
    customer_id: number;
    name: string;
    value: ColumnType<unknown, string, string>;
    updated_at: At;
  };
  consent: {
    id: Generated<number>;
    customer_id: number | null;
    email: string | null;
    purpose: string;
    granted: boolean;
    text_version: string;
    occurred_at: At;
  };
  newsletter_subscription: {
    email: string;
    state: 'pending' | 'subscribed' | 'unsubscribed';
    locale: Generated<string>;
    text_version: Generated<string>;
    updated_at: At;
  };
  newsletter_link: { hash: Buffer; email: string; purpose: 'confirm' | 'end'; expires_at: Date };
  newsletter_coupon: { mailbox_hash: Buffer; coupon_code: string; granted_at: At };
  review: {
    id: Generated<number>;
    product_id: number;
    customer_id: number | null;
    title: string;
    detail: string;
    nickname: string;
    rating: number | null;
    review_status: Generated<number>;
    locale: Generated<string>;
    store_code: Generated<string>;
    created_at: At;
  };
  contact_token: { hash: Buffer; caller_hash: Buffer; expires_at: Date };
  store: {
    code: string;
    id: Generated<number>;
    name: string;
    street: string;
    suburb: string;
    city: string;
    region_code: string;
    postcode: string;
    latitude: number;
    longitude: number;
    telephone: string;
    hours: string;
    services: string[];
    position: number;
  };
  mail_about: { mail_id: number; template: string; number: string };
  mail: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    html: string;
    text: string;
    headers: ColumnType<Record<string, string>, string | undefined, string>;
    created_at: At;
    next_try_at: At;
    attempt_no: Generated<number>;
    failure: string | null;
    gave_up_at: MaybeAt;
    message_id: Generated<string>;
  };
  shop_address: { is_only: Generated<boolean>; url: string };
  rate_bucket: { key: string; tokens: number; filled_at: Date };
}
