import type { CallActions, Unanswered } from '@earth/calls';
import { useEffect, useRef, useState } from 'react';

/** How long the notice is shown. */
const SAID_MS = 6_000;

/** The people called into the call who have just declined or not answered. */
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
  /** A person who is called again gets a notice again. */
  const add: CallActions['addPeople'] = async (people) => {
    await addPeople(people);
    for (const { uniqueId } of people) called.current.add(uniqueId);
  };
  return { said, add };
}
