import { useSession } from '../../platform';
import { Me } from './Me';
import { VisitorPage } from './VisitorPage';

/** The settings of a user or a visitor. */
export const Settings = () => (useSession(({ status }) => status === 'signedIn') ? <Me /> : <VisitorPage />);
