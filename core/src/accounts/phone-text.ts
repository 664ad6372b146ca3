/**
 * A telephone number as shown to readers: a South African number as it is dialled there, `082 123 4567`. Other
 * numbers stay as they are.
 */
export function phoneText(telephone: string): string {
  return telephone.replace(/^\+27(\d{2})(\d{3})(\d{4})$/, '0$1 $2 $3');
}
