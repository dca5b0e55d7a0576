import { type Envelope, type Language, messageOf } from '@earth/contracts';
import type { ApiError } from './api-error';

export const succeeded = (data: unknown): Envelope => ({ result: { success: true, code: 200, message: 'OK' }, data });

/** The words are said here and nowhere else: below, an error is a name. */
export function failed(error: ApiError, language: Language): Envelope {
  const message = messageOf(error.error, language, error.field);
  const fields = error.details.fields ?? (error.error === 'invalidInput' && error.field && { [error.field]: message });
  return {
    result: { success: false, code: error.code, message },
    data: { error: error.error, ...(fields && { fields }) },
  };
}
