const compositeTypes = new Set(['configurable', 'grouped', 'bundle']);

/** Whether products of this type consist of other products, which give them their prices and stock. */
export function isComposite(type: string): boolean {
  return compositeTypes.has(type);
}
