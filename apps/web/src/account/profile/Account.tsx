import { Card } from './Card';
import styles from './Me.module.css';
import { SignOut } from './SignOut';

/** Who is signed in, and the way out (Discover 2). */
export const Account = () => (
  <div className={styles.account}>
    <Card />
    <SignOut />
  </div>
);
