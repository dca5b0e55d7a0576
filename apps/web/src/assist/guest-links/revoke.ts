import { ApiError, api } from '../../platform';
import { refreshGuestLinks } from '../../shared/queries';
import { showToast } from '../../shared/toast';
import { texts } from './texts';
import type { SessionScope } from '../../platform/session/session-scope';

/** @returns whether the link is revoked; also true for one that was revoked before */
export async function revokeLink(scope: SessionScope, id: string): Promise<boolean> {
  try {
    await api.revokeGuestLink({ id });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 404) {
      showToast(texts.say('notRevoked'));
      return false;
    }
  }
  showToast(texts.say('revoked'));
  void refreshGuestLinks(scope);
  return true;
}
