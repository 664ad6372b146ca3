import type { createCustomer } from '@fynbos/core/accounts/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import type { Values } from '../../ui/forms/form-values.ts';

/** Converts the values of a registration form to the format of the API. */
export function registrationOf(values: Values, locale: Locale): BodyOf<typeof createCustomer> {
  const { email = '', firstname = '', lastname = '', password = '' } = values;
  return {
    customer: { email: email.trim(), firstname: firstname.trim(), lastname: lastname.trim() },
    password,
    allowCommunication: values.allowCommunication !== undefined,
    locale,
  };
}
