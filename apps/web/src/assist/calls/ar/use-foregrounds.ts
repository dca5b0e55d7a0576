import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import type { InCallModel } from '../screens/use-in-call';
import type { Foreground } from './ForegroundLayer';
import { texts } from './texts';

/** What AR cameras show over the snapshot: those of the others, and the user's own. */
export function useForegrounds({
  view: { people, local },
  me,
}: Pick<InCallModel, 'view' | 'me'>): readonly Foreground[] {
  const say = useTexts(texts);
  const theirs = people.flatMap(({ contact, stream, isAr }) =>
    isAr && stream ? [{ id: contact.uniqueId, label: say('handsOf', { name: firstName(contact.name) }), stream }] : [],
  );
  const own = local.ar?.foreground;
  return own ? [...theirs, { id: me.uniqueId, label: say('yourHands'), stream: own }] : theirs;
}
