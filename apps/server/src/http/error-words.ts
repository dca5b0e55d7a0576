import type { ErrorName } from '@earth/contracts';
import { textsOf } from '../config/texts';

const wordsIn = textsOf<Record<ErrorName, string>>('packages/contracts/src');

/** Words of an error; `field` is the name for `{{field}}`. */
export const messageOf = (name: ErrorName, language: string, field = ''): string => wordsIn(language)(name, { field });
