import { IconLock } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSession } from '../data';
import { Empty } from '../ui/Notice';
import { useLate } from '../ui/use-late';
import { useTexts } from './i18n';
import styles from './NotFound.module.css';
import { texts } from './texts';
import { leadToSignIn } from './to-sign-in';

const Shell = lazy(async () => ({ default: (await import('./Shell')).Shell }));
const DiscoverShell = lazy(async () => ({ default: (await import('../features/discover')).DiscoverShell }));
const Locked = lazy(async () => ({ default: (await import('../features/sign-in/unlock')).Locked }));

/** Of the pages here, what is also for who is not signed in. */
const FOR_VISITORS_TOO: ReadonlySet<string> = new Set(['/settings']);

/** Sends a visitor of a protected page to sign in, and remembers the page (Discover 2). */
function ToSignIn() {
  const t = useTexts(texts);
  const router = useRouter();
  const href = useLocation({ select: (location) => location.href });
  const isLate = useLate();
  useEffect(() => leadToSignIn(router), [router, href]);
  if (!isLate) return null;
  const icon = <IconLock size={40} stroke={1.75} aria-hidden="true" />;
  return (
    <main className={styles.page}>
      <Empty icon={icon} title={t('signInFirst')} line={t('signInFirstLine')} />
    </main>
  );
}

/** What only somebody sees who is signed in; anybody else is asked to sign in first. */
export function SignedInOnly({ children }: { readonly children: ReactNode }) {
  const status = useSession((state) => state.status);
  const mustProtect = useSession((state) => state.status === 'signedIn' && state.mustProtect === true);
  if (status === 'starting') return null;
  if (status === 'signedOut') return <ToSignIn />;
  return <Suspense fallback={null}>{status === 'locked' || mustProtect ? <Locked /> : children}</Suspense>;
}

/** The pages of who is signed in. Another person, or the same in another company or with other keys, starts them anew. */
export function Protected() {
  const who = useSession((state) =>
    state.status === 'signedIn' ? `${state.profile.uniqueId} ${state.profile.publicKey}` : null,
  );
  const isVisitor = useSession(({ status }) => status === 'signedOut');
  const isForVisitors = useLocation({ select: ({ pathname }) => FOR_VISITORS_TOO.has(pathname) });
  if (isVisitor && isForVisitors)
    return (
      <Suspense fallback={null}>
        <DiscoverShell />
      </Suspense>
    );
  return (
    <SignedInOnly>
      <Shell key={who} />
    </SignedInOnly>
  );
}
