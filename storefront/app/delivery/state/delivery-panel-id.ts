/** Name of the panel that asks for the delivery place. */
export const deliveryPanel = 'delivery-place';
