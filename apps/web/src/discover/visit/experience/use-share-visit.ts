import type { Content } from '@earth/contracts';
import { shareLink } from '../../../platform/native/share';
import { linkTo } from '../../../platform/server-address';
import { useTexts } from '../../../shared/i18n';
import { reportPluginError } from '../../../shared/plugin-error';
import { showToast } from '../../../shared/toast';
import { webAddress } from '../../../shared/web-address';
import { texts } from '../texts';

/** Shares the model: its own link, or else the address of its page. */
export function useShareVisit({ id, title, googleUrl }: Pick<Content, 'id' | 'title' | 'googleUrl'>): () => void {
  const t = useTexts(texts);
  const own = googleUrl === null ? null : webAddress(googleUrl);
  const url = own ?? linkTo(`/content-detail/${id}`);
  async function share() {
    const shared = await shareLink(title, url);
    if (shared === 'copied') showToast(t('copied'));
    if (shared === 'failed') showToast(t('notCopied', { url }));
  }
  return () => void share().catch(reportPluginError);
}
