import { standardShortestName } from '@fynbos/core/shop.ts';
import { address, onOrOff, optional, wholeNumber } from './config-values.ts';
import { renamed, variable } from './config-variable.ts';

/** Cart and checkout. */
export const cartVariables = {
  outOfStockInCart: variable(
    'OUT_OF_STOCK_IN_CART',
    'on',
    'Lets a sold-out product stay in the cart, with a notice. It is not offered, and orders refuse it.',
    onOrOff,
  ),
  shortestName: variable(
    'NAME_MIN_LENGTH',
    String(standardShortestName),
    'Minimum number of letters of a first or last name, 2 or 3. One character of Han, Kana or Hangul is always a name.',
    wholeNumber(2, 3),
  ),
  cartSync: variable(
    'CART_SYNC',
    'on',
    'Browsers synchronise carts with the shop. If off, each cart stays in its browser.',
    onOrOff,
  ),
  cartBypassLimit: variable(
    'CART_BYPASS_LIMIT',
    '1',
    'How often a browser replaces a cart that the shop refuses by a new guest cart, 0 to 5. After that the cart stays in its browser.',
    wholeNumber(0, 5),
  ),
  totalsSync: variable(
    'TOTALS_SYNC',
    'on',
    'Browsers show totals calculated by the shop. If off, they calculate totals themselves.',
    onOrOff,
  ),
  countUnits: renamed(
    'COUNT_PIECES',
    variable(
      'CART_COUNT_UNITS',
      'on',
      'The number on the cart icon counts units. If off, it counts lines. `COUNT_PIECES` is the old name and works for one more version.',
      onOrOff,
    ),
  ),
  confirmRemoval: variable(
    'ASK_BEFORE_REMOVING',
    'on',
    'Asks for confirmation before an item is removed from the cart.',
    onOrOff,
  ),
  sendOfflineOrders: variable(
    'SEND_OFFLINE_ORDERS',
    'off',
    'Sends orders made offline as soon as the network returns. If off, the shopper is asked first.',
    onOrOff,
  ),
  externalCheckoutUrl: variable(
    'EXTERNAL_CHECKOUT_URL',
    '',
    'Address of an external checkout: `https://pay.example/cart`. It replaces the link "Proceed to checkout".',
    optional(address('http:', 'https:')),
  ),
};
