/** How a device describes itself when it signs in. */
import * as z from 'zod/mini';

export const deviceId = z.string().check(z.regex(/^[\w-]{8,64}$/));
export const appOs = z.enum(['web', 'android', 'ios']);
export const device = { deviceId, appOs, model: z.string().check(z.maxLength(120)) };

/** In `changeCustomer` and `register` the name on the wire is `appOS`. */
export const appOsNames = { appOs: 'appOS' } as const;
