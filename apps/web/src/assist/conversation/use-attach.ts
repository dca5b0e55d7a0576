import type { Place } from '@earth/messaging';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useIsTouch } from '../../shared/use-media';
import { ATTACHMENTS_MAX, useChangeAttachments } from './attachments';
import { fieldIdOf } from './drafts';
import { texts } from './texts';

/** Takes a file that was chosen, pasted or dropped: it waits above the input field until the user sends it. */
export function useAttach(place: Place): (file: File) => void {
  const t = useTexts(texts);
  const isTouch = useIsTouch();
  const { attach } = useChangeAttachments(place);
  return (file) => {
    if (!attach(file)) return showToast(t('attachedMax', { count: ATTACHMENTS_MAX }));
    // Enter sends. On a phone the keyboard would cover what was chosen.
    if (!isTouch) document.getElementById(fieldIdOf(place))?.focus();
  };
}
