const putTogether = new Set(['configurable', 'grouped', 'bundle']);

/** Whether a product of this type is other products, whose prices and stock are its own. */
export function isPutTogether(type: string): boolean {
  return putTogether.has(type);
}
