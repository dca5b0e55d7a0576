import { Component, type ReactNode } from 'react';
import { useTexts } from '../app/i18n';
import { FilledButton } from './Button';
import styles from './ErrorBoundary.module.css';
import { texts } from './texts';

function Crash() {
  const t = useTexts(texts);
  return (
    <main className={styles.crash} role="alert">
      <h1>{t('oops')}</h1>
      <p>{t('wentWrong')}</p>
      <FilledButton onClick={() => location.reload()}>{t('reload')}</FilledButton>
    </main>
  );
}

interface ErrorBoundaryProps {
  /** Ends what must not go on unseen: a running call. */
  readonly onCrash: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Replaces the whole app where showing it failed (Discover 2). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.hasCrashed ? <Crash /> : this.props.children;
  }
}
