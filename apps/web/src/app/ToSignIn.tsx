import { IconLock } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty } from '../ui/feedback/Notice';
import { useLate } from '../shared/use-late';
import { useTexts } from '../shared/i18n';
import { CentredPage } from '../ui/page/CentredPage';
import { texts } from '../shared/texts';
import { redirectToSignIn } from '../shared/to-sign-in';

/** Redirects a visitor of a protected page to the sign-in, and remembers the page (D2.24). */
export function ToSignIn() {
  const t = useTexts(texts);
  const router = useRouter();
  const href = useLocation({ select: (location) => location.href });
  const isLate = useLate();
  useEffect(() => redirectToSignIn(router), [router, href]);
  if (!isLate) return null;
  const icon = <IconLock size={40} stroke={1.75} aria-hidden="true" />;
  return (
    <CentredPage>
      <Empty icon={icon} title={t('signInFirst')} line={t('signInFirstLine')} />
    </CentredPage>
  );
}
