import type { CallActions, Unanswered } from '@earth/calls';
import { useEffect, useRef, useState } from 'react';

/** So long it is said that somebody does not come. */
const SAID_MS = 6_000;

/** Who of those whom one has called into the call declined just now, or let it ring. */
export function useUnanswered(unanswered: readonly Unanswered[], addPeople: CallActions['addPeople']) {
  const called = useRef(new Set<string>());
  const [said, setSaid] = useState<readonly Unanswered[]>([]);
  useEffect(() => {
    const fresh = unanswered.filter(({ contact }) => called.current.delete(contact.uniqueId));
    if (fresh.length > 0) setSaid(fresh);
  }, [unanswered]);
  useEffect(() => {
    if (said.length === 0) return;
    const timer = setTimeout(() => setSaid([]), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  /** Whoever declined before rings anew: what comes of it is said again. */
  const add: CallActions['addPeople'] = async (people) => {
    await addPeople(people);
    for (const { uniqueId } of people) called.current.add(uniqueId);
  };
  return { said, add };
}
