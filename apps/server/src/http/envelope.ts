import { type Envelope, type Language, messageOf } from '@earth/contracts';
import type { ApiError } from './api-error';

export const succeeded = (data: unknown): Envelope => ({ result: { success: true, code: 200, message: 'OK' }, data });

/** The words are said here and nowhere else: below, an error is a name. */
export function failed(error: ApiError, language: Language): Envelope {
  const { fields } = error.details;
  return {
    result: { success: false, code: error.code, message: messageOf(error.error, language, error.field) },
    data: { error: error.error, ...(fields && { fields }) },
  };
}
