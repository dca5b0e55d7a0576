import { lazyPart } from '../../ui/feedback/lazy-part';
import { useCall } from './model/call-session';

/** Loaded on demand: few calls are lost. */
const LeftOpenCard = lazyPart(() => import('./left-open/LeftOpenCard'), 'LeftOpenCard');

/** Offers to go back into the user's own call that a lost page or device left open. Without one, nothing is shown. */
export function LeftOpenCall() {
  const { view } = useCall();
  return view.phase === 'idle' && view.leftOpen ? <LeftOpenCard call={view.leftOpen} /> : null;
}
