import type { Contact } from '@earth/contracts';
import { formatList } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { type CallRecord, tookPlace, wasIn } from './call-record';
import { texts } from './texts';

/** The texts of a record, in the user's language. */
export function useRecordWords() {
  const t = useTexts(texts);
  const language = useLanguage();

  const listed = (people: readonly Contact[]) =>
    people.length > 0
      ? formatList(
          people.map(({ name }) => name),
          language,
        )
      : t('nobody');
  /** The people of a call; of a call for help that nobody has taken yet only how many were asked: their names say nothing. */
  const names = ({ people, item, outcome, isOutgoing }: CallRecord) =>
    item.call.forHelp && isOutgoing && outcome !== 'answered' && outcome !== 'failed' && people.length > 1
      ? t('helpCall', { count: people.length })
      : listed(people);

  /** `Answered`, `Taken by Marco Bassi` */
  function outcome(record: CallRecord): string {
    if (record.outcome !== 'taken') return t(record.outcome);
    const taker = record.item.participants.find(
      ({ contact, state }) => wasIn(state) && contact.uniqueId !== record.item.call.callerUniqueId,
    );
    return taker ? t('taken', { name: taker.contact.name.split(' ')[0] ?? '' }) : t('answered');
  }

  const length = (seconds: number) =>
    seconds < 60 ? t('seconds', { count: Math.round(seconds) }) : t('minutes', { count: Math.round(seconds / 60) });

  /** `12 min, 4 snapshots`, `Connection lost, 12 min`, or the outcome if nobody talked. */
  function summary(record: CallRecord): string {
    if (!tookPlace(record)) return outcome(record);
    const { durationSeconds, picsCount } = record.item;
    return [
      record.outcome === 'failed' && outcome(record),
      length(durationSeconds),
      picsCount > 0 && t('snapshots', { count: picsCount }),
    ]
      .filter(Boolean)
      .join(', ');
  }

  return { listed, names, outcome, summary };
}
