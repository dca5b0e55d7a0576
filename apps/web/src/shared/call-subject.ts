import type { Call, NotGenuine } from '@earth/contracts';
import { useTexts } from './i18n';
import { texts } from './texts';

/** Null: not sealed for the reader; undefined: being decrypted. */
type Subject = string | NotGenuine | null | undefined;

/**
 * What a call is about, as its reader sees it. If nothing was chosen: of a call for help that help is needed, in the reader's language,
 * whatever the caller's is; of any other call nothing.
 */
export function useCallSubject() {
  const t = useTexts(texts);
  return <Opened extends Subject>({ forHelp }: Pick<Call, 'forHelp'>, subject: Opened): Opened | string =>
    subject === '' && forHelp ? t('needsHelp') : subject;
}
