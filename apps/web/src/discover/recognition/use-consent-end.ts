import { RECOGNITION_CODE } from '@earth/contracts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useScoped } from '../../platform/session/scope-context';
import { plainPath } from '../../shared/start-page';
import { createRecognitionSession } from './model/recognition-session';
import { RESULT_PAGES } from './model/result-pages';

const PAGES: ReadonlySet<string> = new Set([RECOGNITION_CODE, ...Object.values(RESULT_PAGES)].map(plainPath));

/** The consent to keep photographs ends when the camera and its results are left: the next user of this device may be another person. */
export function useConsentEnd() {
  const session = useScoped(createRecognitionSession);
  const router = useRouter();
  useEffect(
    () => () => {
      if (!PAGES.has(plainPath(router.state.location.pathname))) session.setSharedWith(null);
    },
    [session, router],
  );
}
