/** Many share one address of the network; nobody places so many by hand. */
export const newOrders = { burst: 200, perHour: 2000 };
