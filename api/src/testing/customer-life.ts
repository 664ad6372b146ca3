import type { Mail } from '@fynbos/sandbox/kept-mail.ts';
import { linkIn, type TestMail } from './mail.ts';

/** Somebody whose every name, address and number can be told from all others. */
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
  vat_id: '4884100001',
  card: '6001 8841 8841',
  claim: 'CANARYCLAIM',
  nickname: 'Canarynick',
  title: 'Canarytitle',
  detail: 'Canarydetail of a review',
  subject: 'Canarysubject',
  letter: 'Canaryletter to the shop',
  reader: 'reader.canary-8841@example.co.za',
  wrong: 'Wrong-Canary-Guess-1',
  chosen: 'Rooibos-and-Canary-2',
  changed: 'Honeybush-and-Canary-3',
  code: 'CANARYCOUPON',
} as const;

/** What somebody left behind who has used everything that customers can use. */
export interface Life {
  /** Their calls: any of them may be answered with a refusal. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Whatever they typed that is secret or personal, and every token, link and code they were given. */
  secrets(): string[];
  /** What they typed that tells who they are. */
  person: string[];
  /** Every refusal they met, as it was answered. */
  refusals: string[];
  /** What the shop said it keeps about them. */
  exported: string;
  /** Ends it all. */
  erase(): Promise<Reply>;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came
  body: any;
  cookies: string[];
}

/** Lives a customer's whole life over HTTP, mistakes included. @param mail where the shop's mail arrives */
export async function liveThrough(origin: string, mail: TestMail): Promise<Life> {
  const given = new Set<string>();
  const refusals: string[] = [];
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await call(origin + path, method, body, headers);
    for (const secret of secretsIn(reply)) given.add(secret);
    if (reply.status >= 400) refusals.push(JSON.stringify(reply.body));
    return reply;
  };
  const letter = async (subject: RegExp, to: string) => {
    const found = await mailAbout(mail, subject, to);
    given.add(linkIn(found));
    return linkIn(found);
  };

  const { email, password, firstname, lastname, wrong, chosen, changed, reader } = canary;
  const address = addressOf();
  const customer = { email, firstname, lastname, addresses: [address] };
  await ask('POST', '/api/user/create', `{"customer":{"email":"${email}","firstname":"${firstname}"`);
  await ask('POST', '/api/user/create', { customer, password: 'short' });
  await ask('POST', '/api/user/create', { customer: { ...customer, email: `${email} x` }, password });
  await ask('POST', '/api/user/create', { customer, password, allowCommunication: true });
  await ask('POST', '/api/user/create', { customer, password });

  const logIn = (word: string, headers = {}) =>
    ask('POST', '/api/user/login', { username: email, password: word }, headers);
  await logIn(wrong);
  await logIn(wrong.repeat(60));
  await ask('POST', '/api/user/login', `username=${email}&password=${password}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const stolen = await logIn(password);
  for (let round = 0; round < 2; round++) {
    const { body } = await ask('POST', '/api/user/refresh', { refreshToken: stolen.body.meta.refreshToken });
    if (round === 0) await ask('POST', '/api/user/refresh', { refreshToken: body.meta.refreshToken });
  }

  await ask('POST', '/api/user/reset-password', { email });
  const link = await letter(/password/i, email.toLowerCase());
  await ask('GET', `/api/account/GetUserIDFromPasswordLink?forgotPasswordHash=${link}`);
  await ask('POST', '/api/user/confirm-password-reset', { link, newPassword: 'password1' });
  await ask('POST', '/api/user/confirm-password-reset', { link, newPassword: chosen });
  await ask('POST', '/api/user/confirm-password-reset', { link, newPassword: chosen });

  const web = await logIn(chosen, { 'x-clientid': 'web', origin });
  const cookie = web.cookies.map((one) => one.split(';')[0]).join('; ');
  await ask('POST', '/api/user/refresh', {}, { cookie, origin });
  await ask('POST', '/api/user/refresh', {}, { cookie, origin: 'https://evil.example' });
  const session = await logIn(chosen);
  const bearer = { authorization: `Bearer ${session.body.result}` };
  const own = (method: string, path: string, body?: unknown) => ask(method, path, body, bearer);

  await own('GET', '/api/user/me');
  await own('POST', '/api/user/me', { customer: { firstname, addresses: [address, address] } });
  await own('POST', '/api/user/me', { customer: { addresses: [{ ...address, postcode: 'x' }] } });
  await own('POST', '/api/user/change-password', { currentPassword: wrong, newPassword: changed });
  await own('POST', '/api/user/change-password', { currentPassword: chosen, newPassword: changed });
  await own('GET', '/api/user/sessions');
  await own('DELETE', '/api/user/sessions/00000000-0000-4000-8000-000000000000');

  const at = '2026-11-20T08:00:00Z';
  await own('POST', '/api/user/values/loyalty-card', { value: { number: canary.card, name: lastname } });
  await own('POST', '/api/user/values/loyalty-card', { value: { number: `<${canary.card}>` } });
  await own('POST', '/api/user/values/claims', {
    value: [{ code: canary.claim, created_at: at, value: true }],
  });
  await own('POST', '/api/user/values/wishlist', { value: [{ sku: 'CANARYSKU', at }] });
  await own('POST', '/api/user/values/consents', {
    value: [{ purpose: 'marketing', given: true, text_version: '1' }],
  });

  const { body: found } = await ask(
    'GET',
    '/api/catalog/fynbos/product/_search?size=20&filters=%7B%7D&_sourceInclude=id,sku,type_id',
  );
  const product = found.items?.find((one: { type_id: string }) => one.type_id === 'simple') ?? { id: 1 };
  const { nickname, title, detail, subject, letter: emailText } = canary;
  const review = { product_id: product.id, title, detail, nickname, rating: 5 };
  await own('POST', '/api/review/create', { review });
  await own('POST', '/api/review/create', { review: { ...review, nickname: `${nickname}\n` } });

  const contact = await own('GET', '/api/ext/mail-service/get-token');
  const written = { token: contact.body.result, sourceAddress: email, subject, emailText };
  await own('POST', '/api/ext/mail-service/send-email', { ...written, targetAddress: reader });
  await own('POST', '/api/ext/mail-service/send-email', { ...written, confirmation: true });
  await own('POST', '/api/ext/mail-service/send-email', written);

  await own('POST', '/api/newsletter/subscribe', { email });
  const confirmation = await letter(/newsletter/i, email.toLowerCase());
  await ask('POST', '/api/newsletter/confirm', { link: confirmation });
  await ask('POST', '/api/newsletter/confirm', { link: confirmation });
  await own('GET', `/api/newsletter/subscribe?email=${encodeURIComponent(email)}`);
  await ask('POST', '/api/newsletter/subscribe', { email: `${reader}\r\nBcc: ${email}` });

  const cart = await ask('POST', '/api/cart/create', {});
  const token = { 'x-cart-token': String(cart.body.result) };
  await ask('POST', '/api/cart/update', { cartItem: { sku: product.sku, qty: 1 } }, token);
  await ask('POST', '/api/cart/apply-coupon', { coupon: canary.code }, token);
  await ask('POST', '/api/cart/create', {}, { ...token, ...bearer });
  await own('POST', '/api/cart/shipping-information', {
    addressInformation: { shippingAddress: { ...address, email }, billingAddress: { ...address, email } },
  });

  for (const query of [`token=${session.body.result}`, `cartId=${cart.body.result}`, `link=${link}`]) {
    await ask('GET', `/api/user/me?${query}`);
    await ask('GET', `/api/cart/pull?${query}`);
    await ask('GET', `/api/nowhere?${query}`);
    await ask('GET', `/api/%E0%A4%A?${query}`);
  }
  const { body: exported } = await own('GET', '/api/user/export');

  return {
    ask: (method, path, body, headers) => ask(method, path, body, { ...bearer, ...headers }),
    secrets: () => [...Object.values(canary), email.toLowerCase(), '+27828841000', ...given],
    person: personal(),
    refusals,
    exported: JSON.stringify(exported),
    erase: () => own('POST', '/api/user/erase', { currentPassword: changed }),
  };
}

function addressOf() {
  const { firstname, lastname, street, apartment, suburb, city, telephone, company, vat_id } = canary;
  const place = { postcode: '8001', country_id: 'ZA', region: { region: 'Western Cape' } };
  const person = { firstname, lastname, telephone, company, vat_id };
  return { ...person, ...place, street: [street, apartment], suburb, city };
}

function personal(): string[] {
  const { password, wrong, chosen, changed, code, reader, subject, letter, email, telephone, ...rest } =
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

/** Tokens of every kind, and coupons: what a reader of a log could use. */
function secretsIn({ body, cookies }: Reply): string[] {
  const sent = cookies.map((one) => /^[^=]+=([^;]*)/.exec(one)?.[1] ?? '');
  const said = JSON.stringify(body).match(/[\w-]{43}\b|eyJ[\w-]+\.[\w-]+\.[\w-]+|FYN-[\w-]+/g) ?? [];
  return [...sent, ...said].filter((secret) => secret.length > 8);
}

async function mailAbout(mail: TestMail, subject: RegExp, to: string): Promise<Mail> {
  for (;;) {
    const found = mail.to(to).find((one) => subject.test(one.subject) && one.text.includes('link='));
    if (found) return found;
    await new Promise((soon) => setTimeout(soon, 20));
  }
}
