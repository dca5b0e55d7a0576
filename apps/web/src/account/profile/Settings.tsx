import { useSession } from '../../platform';
import { Me } from './Me';
import { VisitorPage } from './VisitorPage';

/** What one may set: whoever one is. */
export const Settings = () => (useSession(({ status }) => status === 'signedIn') ? <Me /> : <VisitorPage />);
