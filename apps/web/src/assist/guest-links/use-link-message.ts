import type { MadeGuestLink } from '@earth/contracts';
import { useState } from 'react';
import { useMe } from '../../platform';
import { useLanguage } from '../../shared/i18n';
import { texts } from './texts';

/** The message that goes with a link, which the user may change, in the language of the guest. */
export function useLinkMessage({ callUniqueId }: Pick<MadeGuestLink, 'callUniqueId'>) {
  const { name } = useMe();
  const own = useLanguage();
  const [language, setLanguage] = useState(own);
  /** In each language. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const say = texts.translateIn(language);
  return {
    language,
    setLanguage,
    subject: say('shareText', { name }),
    text: typed[language] ?? say(callUniqueId === null ? 'message' : 'messageInCall', { name }),
    setText: (text: string) => setTyped({ ...typed, [language]: text }),
  };
}
