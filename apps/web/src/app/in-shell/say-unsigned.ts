/** Says what the server has said when it accepts nothing unsigned and this app cannot sign: once, because all calls are refused. */
import { refusedUnsigned } from '../../platform';
import { showToast } from '../../shared/toast';

/** The words say what to do, so they stay longer than others. */
const STAY_MS = 15_000;

export function sayUnsigned(): void {
  const stop = refusedUnsigned.subscribe(({ message }) => {
    if (message === null) return;
    stop();
    showToast(message, undefined, STAY_MS);
  });
}
