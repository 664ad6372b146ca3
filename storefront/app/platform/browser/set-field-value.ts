/** Sets the value of a field through the native setter, so that React notices the change. */
export function setFieldValue(
  field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  value: string,
): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  const type = field.matches('select') ? 'change' : 'input';
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
