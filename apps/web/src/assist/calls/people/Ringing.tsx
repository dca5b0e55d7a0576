import type { Person } from '@earth/calls';
import { firstName, formatList } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { texts } from './texts';

interface RingingProps {
  readonly people: readonly Pick<Person, 'contact' | 'state'>[];
  readonly className?: string | undefined;
}

/** Who is being called into the present call, as text, if there is no space for a tile. */
export function Ringing({ people, className }: RingingProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const ringing = people.filter(({ state }) => state === 'ringing').map(({ contact }) => firstName(contact.name));
  const isJoined = people.some(({ state }) => state === 'joined');
  return (
    <div role="status">
      {isJoined && ringing.length > 0 && (
        <p className={className}>{say('rings', { names: formatList(ringing, language) })}</p>
      )}
    </div>
  );
}
