import type { Mail } from '@fynbos/sandbox/mail/mailbox.ts';
import { linkIn, type TestMail } from '../network/mail-server.ts';

/** A customer whose names, addresses and numbers are unique, so that leaks can be detected. */
const canary = {
  email: 'Thandeka.Canary-8841@example.co.za',
  password: 'Kettle-and-Rusks-8841',
  firstname: 'Thandekaria',
  lastname: 'Canarywitz',
  street: '8841 Canarystraat',
  apartment: 'Canaryflat 7',
  suburb: 'Canarydale',
  city: 'Canaryville',
  telephone: '082 884 1000',
  company: 'Canary Seeds CC',
  vat_id: '4930826517',
  card: '6001 8841 8841',
  claim: 'CANARYCLAIM',
  nickname: 'Canarynick',
  title: 'Canarytitle',
  detail: 'Canarydetail of a review',
  subject: 'Canarysubject',
  message: 'Canaryletter to the shop',
  reader: 'reader.canary-8841@example.co.za',
  wrong: 'Wrong-Canary-Guess-1',
  chosen: 'Rooibos-and-Canary-2',
  changed: 'Honeybush-and-Canary-3',
  code: 'CANARYCOUPON',
} as const;

/** The traces of a customer who has used every customer feature. */
export interface Life {
  /** Sends a request as the customer; it may be refused. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Every secret or personal value the customer typed, and every token, link and code they received. */
  secrets(): string[];
  /** The typed values that identify the customer. */
  person: string[];
  /** Every refusal, as it was received. */
  refusals: string[];
  /** The customer's data export. */
  exported: string;
  /** Erases the account. */
  erase(): Promise<Reply>;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came
  body: any;
  cookies: string[];
}

/**
 * Runs through a customer's whole life over HTTP, mistakes included.
 * @param mail the sink that receives the shop's mail
 */
export async function liveThrough(origin: string, mail: TestMail): Promise<Life> {
  const issuedSecrets = new Set<string>();
  const refusals: string[] = [];
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const reply = await call(origin + path, method, body, headers);
    for (const secret of secretsIn(reply)) issuedSecrets.add(secret);
    if (reply.status >= 400) refusals.push(JSON.stringify(reply.body));
    return reply;
  };
  const mailedLink = async (subject: RegExp, to: string) => {
    const message = await mailAbout(mail, subject, to);
    issuedSecrets.add(linkIn(message));
    return linkIn(message);
  };

  const { email, password, firstname, lastname, wrong, chosen, changed, reader } = canary;
  const address = addressOf();
  const customer = { email, firstname, lastname, addresses: [address] };
  await request('POST', '/api/user/create', `{"customer":{"email":"${email}","firstname":"${firstname}"`);
  await request('POST', '/api/user/create', { customer, password: 'short' });
  await request('POST', '/api/user/create', { customer: { ...customer, email: `${email} x` }, password });
  await request('POST', '/api/user/create', { customer, password, allowCommunication: true });
  await request('POST', '/api/user/create', { customer, password });

  const logIn = (word: string, headers = {}) =>
    request('POST', '/api/user/login', { username: email, password: word }, headers);
  await logIn(wrong);
  await logIn(wrong.repeat(60));
  await request('POST', '/api/user/login', `username=${email}&password=${password}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const stolen = await logIn(password, { 'x-clientid': 'web', origin });
  const stolenToken = /fynbos-refresh=([\w-]{43})/.exec(stolen.cookies.join())?.[1];
  for (let round = 0; round < 2; round++) {
    const { body } = await request('POST', '/api/user/refresh', {
      refreshToken: stolenToken,
    });
    if (round === 0) await request('POST', '/api/user/refresh', { refreshToken: body.meta.refreshToken });
  }

  const proof = await mailedLink(/confirm your e-mail/i, email.toLowerCase());
  await request('POST', '/api/user/confirm-email', { link: proof });
  await request('POST', '/api/user/reset-password', { email });
  const link = await mailedLink(/password/i, email.toLowerCase());
  await request('GET', `/api/account/GetUserIDFromPasswordLink?forgotPasswordHash=${link}`);
  await request('POST', '/api/user/confirm-password-reset', { link, newPassword: 'password1' });
  await request('POST', '/api/user/confirm-password-reset', { link, newPassword: chosen });
  await request('POST', '/api/user/confirm-password-reset', { link, newPassword: chosen });

  const web = await logIn(chosen, { 'x-clientid': 'web', origin });
  const cookie = web.cookies.map((setCookie) => setCookie.split(';')[0]).join('; ');
  await request('POST', '/api/user/refresh', {}, { cookie, origin });
  await request('POST', '/api/user/refresh', {}, { cookie, origin: 'https://evil.example' });
  const session = await logIn(chosen);
  const bearer = { authorization: `Bearer ${session.body.result}` };
  const requestAsCustomer = (method: string, path: string, body?: unknown) =>
    request(method, path, body, bearer);

  await requestAsCustomer('GET', '/api/user/me');
  await requestAsCustomer('POST', '/api/user/me', { customer: { firstname, addresses: [address, address] } });
  await requestAsCustomer('POST', '/api/user/me', {
    customer: { addresses: [{ ...address, postcode: 'x' }] },
  });
  await requestAsCustomer('POST', '/api/user/change-password', {
    currentPassword: wrong,
    newPassword: changed,
  });
  await requestAsCustomer('POST', '/api/user/change-password', {
    currentPassword: chosen,
    newPassword: changed,
  });
  await requestAsCustomer('GET', '/api/user/sessions');
  await requestAsCustomer('DELETE', '/api/user/sessions/00000000-0000-4000-8000-000000000000');

  const at = '2026-11-20T08:00:00Z';
  await requestAsCustomer('POST', '/api/user/values/loyalty-card', {
    value: { number: canary.card, name: lastname },
  });
  await requestAsCustomer('POST', '/api/user/values/loyalty-card', { value: { number: `<${canary.card}>` } });
  await requestAsCustomer('POST', '/api/user/values/claims', {
    value: [{ code: canary.claim, created_at: at, value: true }],
  });
  await requestAsCustomer('POST', '/api/user/values/wishlist', { value: [{ sku: 'CANARYSKU', at }] });
  await requestAsCustomer('POST', '/api/user/values/consents', {
    value: [{ purpose: 'marketing', given: true, text_version: '1' }],
  });

  const { body: searchResult } = await request(
    'GET',
    '/api/catalog/fynbos/product/_search?size=20&filters=%7B%7D&_sourceInclude=id,sku,type_id',
  );
  const product = searchResult.items?.find((item: { type_id: string }) => item.type_id === 'simple') ?? {
    id: 1,
  };
  const { nickname, title, detail, subject, message: emailText } = canary;
  const review = { product_id: product.id, title, detail, nickname, rating: 5 };
  await requestAsCustomer('POST', '/api/review/create', { review });
  await requestAsCustomer('POST', '/api/review/create', { review: { ...review, nickname: `${nickname}\n` } });

  const contact = await requestAsCustomer('GET', '/api/ext/mail-service/get-token');
  const written = { token: contact.body.result, sourceAddress: email, subject, emailText };
  await requestAsCustomer('POST', '/api/ext/mail-service/send-email', { ...written, targetAddress: reader });
  await requestAsCustomer('POST', '/api/ext/mail-service/send-email', { ...written, confirmation: true });
  await requestAsCustomer('POST', '/api/ext/mail-service/send-email', written);

  await requestAsCustomer('POST', '/api/newsletter/subscribe', { email });
  const confirmation = await mailedLink(/newsletter/i, email.toLowerCase());
  await request('POST', '/api/newsletter/confirm', { link: confirmation });
  await request('POST', '/api/newsletter/confirm', { link: confirmation });
  await requestAsCustomer('GET', `/api/newsletter/subscribe?email=${encodeURIComponent(email)}`);
  await request('POST', '/api/newsletter/subscribe', { email: `${reader}\r\nBcc: ${email}` });

  const cart = await request('POST', '/api/cart/create', {});
  const token = { 'x-cart-token': String(cart.body.result) };
  await request('POST', '/api/cart/update', { cartItem: { sku: product.sku, qty: 1 } }, token);
  await request('POST', '/api/cart/apply-coupon', { coupon: canary.code }, token);
  await request('POST', '/api/cart/create', {}, { ...token, ...bearer });
  await requestAsCustomer('POST', '/api/cart/shipping-information', {
    addressInformation: { shippingAddress: { ...address, email }, billingAddress: { ...address, email } },
  });

  for (const query of [`token=${session.body.result}`, `cartId=${cart.body.result}`, `link=${link}`]) {
    await request('GET', `/api/user/me?${query}`);
    await request('GET', `/api/cart/pull?${query}`);
    await request('GET', `/api/nowhere?${query}`);
    await request('GET', `/api/%E0%A4%A?${query}`);
  }
  const { body: exported } = await requestAsCustomer('GET', '/api/user/export');

  return {
    request: (method, path, body, headers) => request(method, path, body, { ...bearer, ...headers }),
    secrets: () => [...Object.values(canary), email.toLowerCase(), '+27828841000', ...issuedSecrets],
    person: personal(),
    refusals,
    exported: JSON.stringify(exported),
    erase: () => requestAsCustomer('POST', '/api/user/erase', { currentPassword: changed }),
  };
}

function addressOf() {
  const { firstname, lastname, street, apartment, suburb, city, telephone, company, vat_id } = canary;
  const place = { postcode: '8001', country_id: 'ZA', region: { region: 'Western Cape' } };
  const person = { firstname, lastname, telephone, company, vat_id };
  return { ...person, ...place, street: [street, apartment], suburb, city };
}

function personal(): string[] {
  const { password, wrong, chosen, changed, code, reader, subject, message, email, telephone, ...rest } =
    canary;
  return [...Object.values(rest), email.toLowerCase(), '+27828841000'];
}

async function call(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    cookies: response.headers.getSetCookie(),
  };
}

/** Tokens of every kind and coupons: values that a reader of a log could misuse. */
function secretsIn({ body, cookies }: Reply): string[] {
  const sent = cookies.map((setCookie) => /^[^=]+=([^;]*)/.exec(setCookie)?.[1] ?? '');
  const bodySecrets = JSON.stringify(body).match(/[\w-]{43}\b|eyJ[\w-]+\.[\w-]+\.[\w-]+|FYN-[\w-]+/g) ?? [];
  return [...sent, ...bodySecrets].filter((secret) => secret.length > 8);
}

async function mailAbout(mail: TestMail, subject: RegExp, to: string): Promise<Mail> {
  for (;;) {
    const message = mail
      .to(to)
      .find((candidate) => subject.test(candidate.subject) && candidate.text.includes('link='));
    if (message) return message;
    await new Promise((soon) => setTimeout(soon, 20));
  }
}
