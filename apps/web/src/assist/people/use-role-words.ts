import type { RoleCode } from '@earth/contracts';
import { usePresenceWords } from './presence-words';
import { useLanguage } from '../../shared/i18n';

/** The names of roles at the beginning of a line. */
export function useRoleWords() {
  const words = usePresenceWords();
  const language = useLanguage();
  return (role: RoleCode) => words.role(role).replace(/^./u, (first) => first.toLocaleUpperCase(language));
}
