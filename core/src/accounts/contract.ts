import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { longestField } from './fields.ts';

/**
 * Customers on the wire (accounts 7.1, wire contract 1.3). A token travels as `Authorization: Bearer`; the
 * refresh token as an HttpOnly cookie of the shop's own pages, and in the body for other clients (decision 42).
 */
const Text = Type.String({ maxLength: longestField });
const Secret = Type.String({ minLength: 1, maxLength: 1024 });
const Id = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,10}$' })]);

const RegionOnWire = Type.Object({
  region_code: Type.Optional(Type.Union([Text, Type.Null()])),
  region: Type.Optional(Type.Union([Text, Type.Null()])),
  region_id: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
});

/** An address as a profile carries it: street is `[street, apartment]` (decision 14). */
export const AddressOnWire = Type.Object({
  id: Type.Optional(Id),
  customer_id: Type.Optional(Id),
  firstname: Text,
  lastname: Text,
  street: Type.Array(Text, { minItems: 1, maxItems: 4, description: '[street, apartment]' }),
  suburb: Type.Optional(Text),
  city: Text,
  region: Type.Optional(Type.Union([RegionOnWire, Type.Null()])),
  region_id: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
  postcode: Text,
  country_id: Type.Optional(Text),
  countryId: Type.Optional(Text),
  telephone: Type.Optional(Text),
  company: Type.Optional(Text),
  vat_id: Type.Optional(Text),
  default_shipping: Type.Optional(Type.Boolean()),
  default_billing: Type.Optional(Type.Boolean()),
});

export const CustomerOnWire = Type.Object({
  id: Type.Integer(),
  group_id: Type.Integer(),
  /** What group prices are asked for with; an answer to the customer alone. */
  groupToken: Type.Optional(Type.String()),
  email: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  store_id: Type.Integer(),
  website_id: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
  created_in: Type.String(),
  default_shipping: Type.Optional(Type.String()),
  default_billing: Type.Optional(Type.String()),
  addresses: Type.Array(AddressOnWire),
  custom_attributes: Type.Array(Type.Unknown()),
});

const mostAddresses = 50;

export const createCustomer = endpoint({
  name: 'createCustomer',
  method: 'POST',
  path: '/api/user/create',
  summary: 'Register; the client logs in afterwards',
  body: Type.Object({
    customer: Type.Object({
      email: Text,
      firstname: Text,
      lastname: Text,
      addresses: Type.Optional(Type.Array(AddressOnWire, { maxItems: mostAddresses })),
    }),
    password: Secret,
    allowCommunication: Type.Optional(Type.Boolean()),
    locale: Type.Optional(Type.String({ maxLength: 10 })),
  }),
  result: CustomerOnWire,
  problems: ['invalid_input', 'email_taken', 'address_not_found', 'too_many_attempts'],
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/user/login',
  summary: 'Log in: the access token; meta.refreshToken for clients other than the shop’s own pages',
  body: Type.Object({ username: Text, password: Secret }),
  result: Type.String(),
  problems: ['invalid_input', 'login_failed', 'foreign_origin', 'too_many_attempts'],
});

export const refreshToken = endpoint({
  name: 'refreshToken',
  method: 'POST',
  path: '/api/user/refresh',
  summary: 'A new access token for the refresh token of the cookie or the body, which is exchanged',
  body: Type.Object({ refreshToken: Type.Optional(Type.Union([Secret, Type.Null()])) }),
  result: Type.String(),
  problems: ['invalid_input', 'token_refused', 'foreign_origin'],
});

export const logout = endpoint({
  name: 'logout',
  method: 'DELETE',
  path: '/api/user/refresh',
  summary: 'End the session of the bearer or refresh token; always true',
  body: Type.Object({ refreshToken: Type.Optional(Type.Union([Secret, Type.Null()])) }),
  result: Type.Boolean(),
  problems: ['foreign_origin'],
});

export const showCustomer = endpoint({
  name: 'showCustomer',
  method: 'GET',
  path: '/api/user/me',
  summary: 'The profile of the token’s customer',
  result: CustomerOnWire,
  problems: ['not_logged_in'],
});

export const updateCustomer = endpoint({
  name: 'updateCustomer',
  method: 'POST',
  path: '/api/user/me',
  summary: 'Change first name, last name and addresses, and nothing else',
  body: Type.Object({
    customer: Type.Object({
      email: Type.Optional(Text),
      firstname: Type.Optional(Text),
      lastname: Type.Optional(Text),
      addresses: Type.Optional(Type.Array(AddressOnWire, { maxItems: mostAddresses })),
    }),
  }),
  result: CustomerOnWire,
  problems: ['invalid_input', 'not_logged_in', 'address_not_found'],
});

const askForReset = {
  method: 'POST',
  summary: 'Mail a link to choose a new password; the answer is the same whether the address is known or not',
  body: Type.Object({ email: Text }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'too_many_attempts'],
} as const;

export const resetPassword = endpoint({
  ...askForReset,
  name: 'resetPassword',
  path: '/api/user/reset-password',
});
export const resetPasswordAlias = endpoint({
  ...askForReset,
  name: 'resetPasswordAlias',
  path: '/api/user/resetPassword',
});

const checkIt = {
  path: '/api/account/GetUserIDFromPasswordLink',
  summary: 'Whether a mailed link still holds; nothing about the person (decision 10)',
  result: Type.Object({ valid: Type.Boolean() }),
  problems: ['invalid_input', 'too_many_attempts'],
} as const;

export const checkPasswordLink = endpoint({
  ...checkIt,
  name: 'checkPasswordLink',
  method: 'POST',
  body: Type.Object({ forgotPasswordHash: Secret }),
});
/** As old clients ask; proxies on the way may keep the address, and the secret with it. */
export const checkPasswordLinkByGet = endpoint({
  ...checkIt,
  name: 'checkPasswordLinkByGet',
  method: 'GET',
  query: Type.Object({ forgotPasswordHash: Secret }),
});

export const confirmPasswordReset = endpoint({
  name: 'confirmPasswordReset',
  method: 'POST',
  path: '/api/user/confirm-password-reset',
  summary:
    'Choose a new password with a mailed link; ends every session. A refusal answers {errorMessage} (decision 1)',
  errorObject: true,
  body: Type.Object({ link: Secret, newPassword: Secret }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'password_link_invalid', 'too_many_attempts'],
});

const changeIt = {
  method: 'POST',
  summary: 'Change the password; ends every other session. A refusal answers {errorMessage} (decision 1)',
  errorObject: true,
  body: Type.Object({ currentPassword: Secret, newPassword: Secret }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'not_logged_in', 'password_wrong', 'too_many_attempts'],
} as const;

export const changePassword = endpoint({
  ...changeIt,
  name: 'changePassword',
  path: '/api/user/change-password',
});
export const changePasswordAlias = endpoint({
  ...changeIt,
  name: 'changePasswordAlias',
  path: '/api/user/changePassword',
});

export const SessionOnWire = Type.Object({
  id: Type.String(),
  device: Type.String({ description: 'browser and system, as far as they said' }),
  created_at: Type.String(),
  used_at: Type.String(),
  current: Type.Boolean(),
});

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where the customer is logged in',
  result: Type.Array(SessionOnWire),
  problems: ['not_logged_in'],
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/user/sessions/{id}',
  summary: 'Log out elsewhere',
  params: Type.Object({ id: Type.String({ maxLength: 50 }) }),
  result: Type.Boolean(),
  problems: ['not_logged_in', 'session_not_found'],
});

const ValueParams = Type.Object({ name: Type.String({ maxLength: 40 }) });

export const showValue = endpoint({
  name: 'showValue',
  method: 'GET',
  path: '/api/user/values/{name}',
  summary: 'Something the customer keeps, as a JSON string; the empty string when nothing is kept',
  params: ValueParams,
  result: Type.String(),
  problems: ['not_logged_in', 'value_unknown'],
});

export const saveValue = endpoint({
  name: 'saveValue',
  method: 'POST',
  path: '/api/user/values/{name}',
  summary: 'Keep something on the account; null forgets it',
  params: ValueParams,
  body: Type.Object({
    value: Type.Unknown({
      description: 'its shape goes by its name; what is wrong with it is said field by field',
    }),
  }),
  result: Type.String(),
  problems: ['invalid_input', 'not_logged_in', 'value_unknown', 'store_not_found', 'too_many_attempts'],
});

export const exportData = endpoint({
  name: 'exportData',
  method: 'GET',
  path: '/api/user/export',
  summary: 'Everything the shop keeps about the customer (POPIA)',
  result: Type.Record(Type.String(), Type.Unknown()),
  problems: ['not_logged_in', 'too_many_attempts'],
});

export const eraseCustomer = endpoint({
  name: 'eraseCustomer',
  method: 'POST',
  path: '/api/user/erase',
  summary:
    'Erase the account and all that is personal in it, but what the law says must be kept; asks for the password',
  body: Type.Object({ currentPassword: Secret }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'not_logged_in', 'password_wrong', 'too_many_attempts'],
});

export const accountEndpoints = [
  createCustomer,
  login,
  refreshToken,
  logout,
  showCustomer,
  updateCustomer,
  resetPassword,
  resetPasswordAlias,
  checkPasswordLink,
  checkPasswordLinkByGet,
  confirmPasswordReset,
  changePassword,
  changePasswordAlias,
  listSessions,
  endSession,
  showValue,
  saveValue,
  exportData,
  eraseCustomer,
];
