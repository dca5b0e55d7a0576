import type { Call } from '@earth/contracts';
import { useCall } from '../model/call-session';
import { LeftOpenOffer } from './LeftOpenOffer';
import styles from './left-open.module.css';

/** On the home page. */
export function LeftOpenCard({ call }: { readonly call: Call }) {
  const { actions } = useCall();
  return (
    <div className={styles.card}>
      <LeftOpenOffer call={call} actions={actions} />
    </div>
  );
}
