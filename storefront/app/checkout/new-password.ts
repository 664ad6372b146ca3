/** The password of an account that is made along with an order: in memory, until then and no longer (decision 42). */
let typed = '';

export function keepPassword(password: string): void {
  typed = password;
}

export const typedPassword = (): string => typed;
