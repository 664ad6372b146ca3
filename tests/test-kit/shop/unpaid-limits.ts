/** Settings of tests whose shoppers share a mailbox or a client IP, and leave many orders unpaid. */
export const manyUnpaidOrders = {
  ...{ UNPAID_ORDERS_PER_MAILBOX: '1000000', UNPAID_ORDERS_PER_CLIENT: '1000000' },
  UNPAID_STOCK_PERCENT: '100',
};
