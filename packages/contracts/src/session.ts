/** Sign-in and sign-out: see `docs/architecture.md`, «A session». */
import * as z from 'zod/mini';
import { auth } from './auth';
import { defineCall } from './call';
import { appOsNames, device, deviceId } from './device';
import { authToken, email, login } from './entities';
import { entity, fields } from './wire';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const code = text(40);

/** `singleSignOn`: there is an identity provider, beside e-mail and code or instead of them. */
const signInCustomer = entity({
  name: z.string(),
  code: z.string(),
  singleSignOn: z.optional(z.enum(['offered', 'required'])),
});
export type SignInCustomer = z.infer<typeof signInCustomer>;

export const checkEmail = defineCall({
  ...auth,
  name: 'checkEmail',
  flag: 'checkEmail',
  summary: 'The customer companies of an e-mail address',
  body: () => fields({ email, deviceId: z.optional(deviceId), appCode: code, companyCode: z.optional(code) }),
  data: () => z.array(signInCustomer),
  errors: ['unknownEmail', 'deviceLimit', 'tooManyTries'],
});

export const confirmCode = defineCall({
  ...auth,
  name: 'confirmCode',
  flag: 'confirmCode',
  summary: 'Sends a sign-in code by e-mail',
  body: () => fields({ email, customCode: code, deviceId: z.optional(deviceId) }),
  data: () => z.null(),
  errors: ['deviceLimit', 'singleSignOnRequired', 'tooManyTries'],
});

export const signIn = defineCall({
  ...auth,
  name: 'signIn',
  flag: 'token',
  summary: 'Signs a device in with the code',
  body: () => fields({ email, customCode: code, password: text(64), ...device }),
  data: () => login,
  errors: ['invalidCode', 'deviceLimit', 'singleSignOnRequired', 'tooManyTries'],
});

export const changeCustomer = defineCall({
  ...auth,
  auth: 'bearer',
  name: 'changeCustomer',
  flag: 'changeCustomer',
  summary: 'Switches to another customer company of the same user; the old session ends',
  body: () => fields({ customerCode: code, ...device }, appOsNames),
  data: () => login,
  errors: ['notFound', 'deviceLimit', 'invalidCode', 'signInAgain', 'singleSignOnRequired'],
});

export const refreshToken = defineCall({
  ...auth,
  name: 'refreshToken',
  flag: 'refreshToken',
  summary: 'Renews both tokens; the old refresh token becomes invalid',
  body: () => fields({ refreshToken: text(200), deviceId }),
  data: () => authToken,
  errors: ['sessionEnded'],
});

export const signOut = defineCall({
  name: 'signOut',
  tag: 'Session',
  summary: 'Signs this device out and frees its place',
  method: 'DELETE',
  path: '/services/contacts',
  data: () => z.null(),
});
