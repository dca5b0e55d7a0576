/** The actions of a content: back and share. */
import type { ContentItem } from '@earth/contracts';
import { IconArrowLeft, IconShare2 } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { reportPluginError } from '../../shared/plugin-error';
import { startPage } from '../../shared/start-page';
import { webAddress } from '../../shared/web-address';
import { shareLink, withScheme } from '../../platform/native/share';
import { IconButton } from '../../ui/controls/IconButton';
import { showToast } from '../../shared/toast';
import { texts } from './texts';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Back to the previous page; to the start, if there is none. */
export function BackButton() {
  const t = useTexts(texts);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: startPage() }));
  return <IconButton isField label={t('back')} icon={<IconArrowLeft {...icon} />} onClick={back} />;
}

/** Shares a content. Null: it has no link. */
export function useShare({ content: { title, googleUrl } }: ContentItem): (() => void) | null {
  const t = useTexts(texts);
  const url = googleUrl === null ? null : webAddress(withScheme(googleUrl));
  if (url === null) return null;
  async function share(url: string) {
    const shared = await shareLink(title, url);
    if (shared === 'copied') showToast(t('copied'));
    if (shared === 'failed') showToast(t('notCopied', { url }));
  }
  return () => void share(url).catch(reportPluginError);
}

export function ShareButton({ item }: { readonly item: ContentItem }) {
  const t = useTexts(texts);
  const share = useShare(item);
  return share && <IconButton isField label={t('share')} icon={<IconShare2 {...icon} />} onClick={share} />;
}
