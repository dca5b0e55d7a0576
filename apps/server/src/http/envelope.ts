import type { Envelope } from '@earth/contracts';
import type { ApiError } from './api-error';
import { messageOf } from './error-words';

export const succeeded = (data: unknown): Envelope => ({ result: { success: true, code: 200, message: 'OK' }, data });

/** Translates the error: the only place with error texts. Everywhere below, an error is a code. */
export function failed(error: ApiError, language: string): Envelope {
  const message = messageOf(error.error, language, error.field);
  const fields = error.details.fields ?? (error.error === 'invalidInput' && error.field && { [error.field]: message });
  const { now } = error.details;
  return {
    result: { success: false, code: error.code, message },
    data: { error: error.error, ...(fields && { fields }), ...(now && { now: now.toISOString() }) },
  };
}
