import { Card } from './Card';
import styles from './Me.module.css';
import { SignOut } from './SignOut';

/** The signed-in user, and the sign-out (D2.37). */
export const Account = () => (
  <div className={styles.account}>
    <Card />
    <SignOut />
  </div>
);
