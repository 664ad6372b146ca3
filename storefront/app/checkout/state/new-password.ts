/**
 * The password of an account created along with an order. It stays in memory, and only until then (spec D42).
 */
let typed = '';

export function rememberPassword(password: string): void {
  typed = password;
}

export const typedPassword = (): string => typed;
