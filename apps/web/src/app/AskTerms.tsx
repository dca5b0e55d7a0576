import { useQuery } from '@tanstack/react-query';
import { useCall } from '../assist/calls';
import { ownTermsQuery } from '../discover/about/model/own-terms';
import { lazyPart } from '../ui/feedback/lazy-part';
import { PartAwaited } from '../ui/feedback/PartFailed';

const TermsAtStart = lazyPart(() => import('../discover/about'), 'TermsAtStart', { Missing: PartAwaited });

/** Asks for approval of the terms that were published since; never during a call. Without a network it asks at a later start. */
export function AskTerms() {
  const { view } = useCall();
  const isFree = view.phase === 'idle';
  const { data } = useQuery(ownTermsQuery);
  return data && !data.isAccepted && isFree ? <TermsAtStart version={data.version} /> : null;
}
