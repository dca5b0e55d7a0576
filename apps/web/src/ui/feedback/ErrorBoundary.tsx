import { Component, type ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton } from '../controls/Button';
import styles from './ErrorBoundary.module.css';
import { texts } from '../texts';

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

export interface Recoveries {
  readonly onRecoverableError: (error: unknown) => void;
  /** Notifies of errors that React cannot recover from. */
  subscribe(listener: (error: unknown) => void): () => void;
}

/**
 * Errors that React recovered from by rendering again. React reports recovery of a deferred render (`useDeferredValue`) even when it
 * shows the former one; if the same error occurs again, the screen is stuck, which counts as a crash.
 */
export function createRecoveries(): Recoveries {
  const seen = new Set<string>();
  const listeners = new Set<(error: unknown) => void>();
  return {
    onRecoverableError(error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const words = String(cause);
      if (seen.has(words)) for (const tell of listeners) tell(cause);
      else reportError(error);
      seen.add(words);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

interface ErrorBoundaryProps {
  readonly recoveries: Pick<Recoveries, 'subscribe'>;
  /** Ends what must not go on unseen, such as a call. */
  readonly onCrash: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Root error boundary: replaces the whole app after a render error (D2.30). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  #stop = () => {};

  override componentDidMount() {
    this.#stop = this.props.recoveries.subscribe((error) => {
      if (this.state.hasCrashed) return;
      this.setState({ hasCrashed: true });
      this.props.onCrash(error);
    });
  }

  override componentWillUnmount() {
    this.#stop();
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.hasCrashed ? <Crash /> : this.props.children;
  }
}
