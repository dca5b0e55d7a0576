import { type CallWish, mayCallPerson } from '../calls';
import { useMe } from '../../platform';
import type { CallRecord } from './call-record';
import { type Subject, wordsOf } from './use-history';

/** The request to repeat a call of the history; null if the user may not call any of its people. */
export function useAgain() {
  const me = useMe();
  return ({ again, item }: CallRecord, subject: Subject): CallWish | null => {
    const targets = again.targets.filter((person) => mayCallPerson(me, person));
    if (targets.length === 0) return null;
    return { targets, subject: wordsOf(subject), productCode: item.call.productCode, forHelp: again.forHelp };
  };
}
