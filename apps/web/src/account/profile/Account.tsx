import { Card } from './Card';
import styles from './Me.module.css';
import { SignOut } from './SignOut';

/** Who is signed in, and the way out (D2.37). */
export const Account = () => (
  <div className={styles.account}>
    <Card />
    <SignOut />
  </div>
);
