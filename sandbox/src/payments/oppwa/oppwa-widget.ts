import { labels, shownAmount } from '../hosted-pages/hosted-page.ts';
import type { Payment } from '../payment.ts';
import type { Act } from '../provider-simulator.ts';

/**
 * The COPYandPAY script: it inserts a card form where the shop's page has `<form class="paymentWidgets">`.
 * The form posts to the sandbox, which redirects to the action of the replaced form. It uses no style sheet
 * and no inline script, so that the shop's policy need not allow them.
 * @param payment undefined when the checkout has ended
 * @param action target of the card form
 */
export function widgetScript(payment: Payment | undefined, action: string, acts: readonly Act[]): string {
  const facts = payment && {
    action,
    amount: shownAmount(payment),
    reference: payment.reference,
    buttons: acts.filter((act) => act in labels).map((act) => ({ act, label: labels[act as 'pay'] })),
  };
  const text = JSON.stringify(facts ?? null).replaceAll('<', '\\u003c');
  return `(${putForms.toString()})(document, ${text});`;
}

interface Facts {
  action: string;
  amount: string;
  reference: string;
  buttons: { act: string; label: string }[];
}

/** Runs on the shop's page, without access to this module. */
function putForms(page: Document, facts: Facts | null): void {
  type Content = Node | string;
  function make(name: string, attributes: Record<string, string>, ...content: Content[]): HTMLElement {
    const element = page.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  }
  function styled<E extends HTMLElement>(element: E, style: Partial<CSSStyleDeclaration>): E {
    Object.assign(element.style, style);
    return element;
  }
  const sizing = {
    boxSizing: 'border-box',
    font: 'inherit',
    color: 'inherit',
    width: '100%',
    minHeight: '2.75rem',
  };
  const outline = { padding: '0.5rem 0.75rem', border: '1px solid currentColor', borderRadius: '0.5rem' };
  const clear = { background: 'transparent' };

  function field(name: string, label: string, value: string, autocomplete: string, hint = ''): HTMLElement {
    const id = `wpwl-${name.replace('.', '-')}`;
    const isNumber = name !== 'card.holder';
    const input = make('input', {
      id,
      name,
      value,
      autocomplete,
      required: '',
      maxlength: isNumber ? '23' : '100',
      ...(isNumber && { inputmode: 'numeric' }),
      ...(hint && { placeholder: hint }),
    });
    const title = styled(make('label', { for: id }, label), { display: 'block', fontWeight: '600' });
    return make('div', {}, title, styled(input, { ...sizing, ...outline, ...clear }));
  }

  function button({ act, label }: { act: string; label: string }): HTMLElement {
    const element = make('button', { name: 'act', value: act }, label);
    const first = { background: '#1d4d8f', color: '#fff', borderColor: '#1d4d8f' };
    return styled(element, {
      ...sizing,
      ...outline,
      ...clear,
      fontWeight: '600',
      cursor: 'pointer',
      ...(act === 'pay' && first),
    });
  }

  function cardForm(replaced: HTMLFormElement): HTMLElement {
    if (!facts) {
      return make('p', { role: 'alert' }, 'This checkout has ended. Go back to the shop and start again.');
    }
    const isUsual = ({ act }: { act: string }) => ['pay', 'decline', 'cancel'].includes(act);
    const grid = { display: 'grid', gap: '0.75rem' };
    const summary = styled(make('summary', {}, 'What else can happen'), {
      minHeight: '2.75rem',
      paddingBlock: '0.5rem',
    });
    const moreActions = styled(
      make('div', {}, ...facts.buttons.filter((entry) => !isUsual(entry)).map(button)),
      grid,
    );
    const form = make(
      'form',
      { method: 'post', action: facts.action, class: 'wpwl-form', 'aria-label': 'Card payment' },
      styled(make('p', {}, 'Pretend payment. No money moves. Any numbers will do.'), { fontWeight: '600' }),
      make('p', {}, `${facts.amount}, reference ${facts.reference}`),
      make('input', { type: 'hidden', name: 'shopperResultUrl', value: replaced.action }),
      field('card.number', 'Card number', '4200 0000 0000 0000', 'cc-number'),
      field('card.expiry', 'Valid until (month / year)', '12 / 34', 'cc-exp', 'MM / YY'),
      field('card.holder', 'Name on the card', 'Test Shopper', 'cc-name'),
      field('card.cvv', 'Security code', '123', 'cc-csc'),
      ...facts.buttons.filter(isUsual).map(button),
      make('details', {}, summary, moreActions),
    );
    return styled(form, grid);
  }

  function put(): void {
    for (const form of page.querySelectorAll<HTMLFormElement>('form.paymentWidgets'))
      form.replaceWith(cardForm(form));
    const options = (globalThis as { wpwlOptions?: { onReady?: () => void } }).wpwlOptions;
    options?.onReady?.();
  }

  if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', put);
  else put();
}
