import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { maxFieldLength } from './field-rules.ts';

/**
 * Customer endpoints (spec accounts 7.1, wire contract 1.3). A token travels as `Authorization: Bearer`. The
 * refresh token travels as an HttpOnly cookie for the shop's own pages, and in the body for other clients
 * (spec D42).
 */
const Text = Type.String({ maxLength: maxFieldLength });
/** A rule that a service checks with a message of its own is `documented`, and not checked twice. */
const Email = Type.String({ maxLength: maxFieldLength, documented: { format: 'email' } });
const Name = Type.String({ maxLength: maxFieldLength, documented: { minLength: 1 } });
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  documented: { minLength: 8, maxLength: 128 },
});
const Secret = Type.String({ minLength: 1, maxLength: 1024 });
const Id = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,10}$' })]);

const RegionOnWire = Type.Object({
  region_code: Type.Optional(Type.Union([Text, Type.Null()])),
  region: Type.Optional(Type.Union([Text, Type.Null()])),
  region_id: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
});

/** An address as a profile carries it: `street` is `[street, apartment]` (spec D14). */
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
  /** Token for requesting group prices; returned to the customer alone. */
  groupToken: Type.Optional(Type.String()),
  email: Type.String(),
  /** Whether a mailed link was followed; until then the account gets nothing by its address (T25). */
  email_proven: Type.Boolean(),
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

const maxAddresses = 50;

export const createCustomer = endpoint({
  name: 'createCustomer',
  method: 'POST',
  path: '/api/user/create',
  summary: 'Register a customer; the client logs in afterwards',
  body: Type.Object({
    customer: Type.Object({
      email: Email,
      firstname: Name,
      lastname: Name,
      addresses: Type.Optional(Type.Array(AddressOnWire, { maxItems: maxAddresses })),
    }),
    password: NewPassword,
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
  summary: 'Log in: returns the access token; meta.refreshToken for clients other than the shop’s own pages',
  body: Type.Object({ username: Text, password: Secret }),
  result: Type.String(),
  problems: ['invalid_input', 'login_failed', 'foreign_origin', 'too_many_attempts'],
});

export const refreshToken = endpoint({
  name: 'refreshToken',
  method: 'POST',
  path: '/api/user/refresh',
  summary:
    'Exchange the refresh token of the cookie or the body for a new access token. Errors return {errorMessage}, because old clients store any text as the token (spec D1)',
  body: Type.Object({ refreshToken: Type.Optional(Type.Union([Secret, Type.Null()])) }),
  result: Type.String(),
  errorObject: true,
  problems: ['invalid_input', 'token_refused', 'foreign_origin', 'too_many_attempts'],
});

export const logout = endpoint({
  name: 'logout',
  method: 'DELETE',
  path: '/api/user/refresh',
  summary: 'End the session of the bearer or refresh token; always returns true',
  body: Type.Object({ refreshToken: Type.Optional(Type.Union([Secret, Type.Null()])) }),
  result: Type.Boolean(),
  problems: ['foreign_origin'],
});

export const showCustomer = endpoint({
  name: 'showCustomer',
  needsLogin: true,
  method: 'GET',
  path: '/api/user/me',
  summary: 'The profile of the token’s customer',
  result: CustomerOnWire,
  problems: ['not_logged_in'],
});

export const updateCustomer = endpoint({
  name: 'updateCustomer',
  needsLogin: true,
  method: 'POST',
  path: '/api/user/me',
  summary: 'Change first name, last name and addresses; other fields are ignored',
  body: Type.Object({
    customer: Type.Object({
      email: Type.Optional(Text),
      firstname: Type.Optional(Text),
      lastname: Type.Optional(Text),
      addresses: Type.Optional(Type.Array(AddressOnWire, { maxItems: maxAddresses })),
    }),
  }),
  result: CustomerOnWire,
  problems: ['invalid_input', 'not_logged_in', 'address_not_found', 'too_many_attempts'],
});

const requestReset = {
  method: 'POST',
  summary: 'Mail a password reset link; the response is the same whether or not the address is registered',
  body: Type.Object({ email: Email }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'too_many_attempts'],
} as const;

export const resetPassword = endpoint({
  ...requestReset,
  name: 'resetPassword',
  path: '/api/user/reset-password',
});
export const resetPasswordAlias = endpoint({
  ...requestReset,
  name: 'resetPasswordAlias',
  path: '/api/user/resetPassword',
});

const checkIt = {
  path: '/api/account/GetUserIDFromPasswordLink',
  summary: 'Whether a mailed link is still valid; reveals nothing about the person (spec D10)',
  result: Type.Object({ valid: Type.Boolean() }),
  problems: ['invalid_input', 'too_many_attempts'],
} as const;

export const checkPasswordLink = endpoint({
  ...checkIt,
  name: 'checkPasswordLink',
  method: 'POST',
  body: Type.Object({ forgotPasswordHash: Secret }),
});
/** GET form for old clients. Proxies may log the URL and the secret in it. */
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
    'Set a new password with a mailed link; ends every session. The first proof of an address clears the account, unless a token of it is sent. Errors return {errorMessage} (spec D1)',
  errorObject: true,
  body: Type.Object({ link: Secret, newPassword: NewPassword }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'not_logged_in', 'password_link_invalid', 'too_many_attempts'],
});

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/api/user/confirm-email',
  summary:
    'Confirm the address of an account with a mailed link. Without a token of this account it is cleared and needs a new password: only with clear, and otherwise email_link_clears keeps the link',
  body: Type.Object({ link: Secret, clear: Type.Optional(Type.Boolean()) }),
  result: Type.Object({
    cleared: Type.Boolean({
      description: 'whether password, sessions, addresses, lists, consents and carts were removed',
    }),
  }),
  problems: [
    'invalid_input',
    'not_logged_in',
    'email_link_invalid',
    'email_link_clears',
    'too_many_attempts',
  ],
});

export const sendEmailConfirmation = endpoint({
  name: 'sendEmailConfirmation',
  needsLogin: true,
  method: 'POST',
  path: '/api/user/send-email-confirmation',
  summary: 'Mail the link that confirms the address of the account again, unless it is confirmed',
  result: Type.Boolean(),
  problems: ['not_logged_in', 'too_many_attempts'],
});

const changeIt = {
  method: 'POST',
  needsLogin: true,
  summary: 'Change the password; ends every other session. Errors return {errorMessage} (spec D1)',
  errorObject: true,
  body: Type.Object({ currentPassword: Secret, newPassword: NewPassword }),
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

const SessionOnWire = Type.Object({
  id: Type.String(),
  device: Type.String({ description: 'browser and operating system, where known' }),
  created_at: Type.String(),
  used_at: Type.String(),
  current: Type.Boolean(),
});

export const listSessions = endpoint({
  name: 'listSessions',
  needsLogin: true,
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Sessions of the customer',
  result: Type.Array(SessionOnWire),
  problems: ['not_logged_in'],
});

export const endSession = endpoint({
  name: 'endSession',
  needsLogin: true,
  method: 'DELETE',
  path: '/api/user/sessions/{id}',
  summary: 'End another session',
  params: Type.Object({ id: Type.String({ maxLength: 50 }) }),
  result: Type.Boolean(),
  problems: ['not_logged_in', 'session_not_found'],
});

const ValueParams = Type.Object({ name: Type.String({ maxLength: 40 }) });

export const showValue = endpoint({
  name: 'showValue',
  needsLogin: true,
  method: 'GET',
  path: '/api/user/values/{name}',
  summary: 'A stored value of the customer as a JSON string; the empty string when unset',
  params: ValueParams,
  result: Type.String(),
  problems: ['not_logged_in', 'value_unknown'],
});

export const saveValue = endpoint({
  name: 'saveValue',
  needsLogin: true,
  method: 'POST',
  path: '/api/user/values/{name}',
  summary: 'Store a value on the account; null deletes it',
  params: ValueParams,
  body: Type.Object({
    value: Type.Unknown({
      description: 'its schema depends on the name; errors are reported per field',
    }),
  }),
  result: Type.String(),
  problems: ['invalid_input', 'not_logged_in', 'value_unknown', 'store_not_found', 'too_many_attempts'],
});

export const exportData = endpoint({
  name: 'exportData',
  needsLogin: true,
  method: 'GET',
  path: '/api/user/export',
  summary: 'Everything the shop stores about the customer (POPIA)',
  result: Type.Record(Type.String(), Type.Unknown()),
  problems: ['not_logged_in', 'too_many_attempts'],
});

export const eraseCustomer = endpoint({
  name: 'eraseCustomer',
  needsLogin: true,
  method: 'POST',
  path: '/api/user/erase',
  summary: 'Erase the account and its personal data, except records that law requires; needs the password',
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
  confirmEmail,
  sendEmailConfirmation,
  changePassword,
  changePasswordAlias,
  listSessions,
  endSession,
  showValue,
  saveValue,
  exportData,
  eraseCustomer,
];
