import type { SandboxResponse } from '../http-exchange.ts';
import { decimal, type Payment } from '../payment.ts';
import type { Act, Return } from '../provider-simulator.ts';

/** The payment pages of all providers, in one layout. */

export const labels: Record<Exclude<Act, 'approve'>, string> = {
  pay: 'Pay',
  decline: 'Decline',
  cancel: 'Cancel',
  pay_no_return: 'Pay and close the tab',
  expire: 'Let it expire',
  pay_twice: 'Pay twice',
  underpay: 'Underpay',
  overpay: 'Overpay',
  other_currency: 'Pay in another currency',
  review: 'Review',
  three_d_secure_fails: '3-D Secure fails',
};

export const shownAmount = ({ cents, currency }: { cents: number; currency: string }): string =>
  `${currency === 'ZAR' ? 'R' : `${currency} `}${decimal(cents)}`;

/** The amount due, and a button for each act. */
export function payPage(title: string, payment: Payment, acts: readonly Act[]): SandboxResponse {
  const button = (act: Act) =>
    `<button name="act" value="${act}"${act === 'pay' ? ' class="first"' : ''}>${labels[act as 'pay']}</button>`;
  const usual = acts.filter((act) => ['pay', 'decline', 'cancel'].includes(act));
  const rare = acts.filter((act) => !usual.includes(act) && act in labels);
  return page(
    `Pay with ${title}`,
    `${factsOf(payment)}
<form method="post">${usual.map(button).join('\n')}
<h2>What else can happen</h2>
${rare.map(button).join('\n')}</form>`,
  );
}

/** A page with a message and at most a link back to the shop. */
export function wordPage(heading: string, sentence: string, back?: Return, status = 200): SandboxResponse {
  const link =
    back?.method === 'GET' ? `<p><a href="${escaped(back.url)}">Back to the shop</a></p>` : backForm(back);
  return page(heading, `<p>${escaped(sentence)}</p>${link}`, '', status);
}

/** Sends the browser back as the provider does. */
export function returnResponse(back: Return): SandboxResponse {
  if (back.method === 'GET') return { status: 303, headers: { location: back.url }, body: '' };
  return page(
    'Back to the shop',
    `<p>Returning to the shop.</p>${backForm(back)}`,
    '<script src="/_sandbox/submit.js" defer></script>',
  );
}

export const submitScript = `document.querySelector('form').submit();`;

function backForm(back: Return | undefined): string {
  if (!back) return '';
  const fields = Object.entries(back.fields ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${escaped(back.url)}">${fields.join('')}<button class="first">Back to the shop</button></form>`;
}

const factsOf = (payment: Payment) => `<dl><dt>Amount</dt><dd class="amount">${shownAmount(payment)}</dd>
<dt>Reference</dt><dd>${escaped(payment.reference)}</dd></dl>`;

/** The policy leaves form-action open: browsers also apply it to the shop's URL after the redirect. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

export function page(heading: string, body: string, head = '', status = 200): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(heading)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>
*{box-sizing:border-box}body{max-width:30rem;margin:0 auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
h1{font-size:1.5rem;line-height:1.25}h2{margin:1rem 0 0;font-size:1rem}.note{padding:.5rem .75rem;border:2px dashed GrayText;border-radius:.5rem;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;align-items:baseline}dd{margin:0;overflow-wrap:anywhere}.amount{font-size:1.75rem;font-weight:700}
form{display:grid;gap:.75rem}button,a{min-height:2.75rem}a{display:inline-flex;align-items:center}
button{padding:.5rem 1rem;font:inherit;font-weight:600;border:2px solid currentColor;border-radius:.5rem;background:Canvas;color:CanvasText;cursor:pointer}
button.first{background:#1d4d8f;border-color:#1d4d8f;color:#fff}button:focus-visible,a:focus-visible{outline:3px solid Highlight;outline-offset:3px}
ol{padding:0;list-style:none}li{padding:.75rem 0;border-bottom:1px solid GrayText;overflow-wrap:anywhere}p a{min-height:0;padding:.25rem 0}
</style>${head}</head><body><main><p class="note">Pretend payment. No money moves.</p><h1>${escaped(heading)}</h1>${body}</main></body></html>`,
  };
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);
