export { AdminHome } from './AdminHome';
export { AdminShell } from './AdminShell';
export { BackToSections } from './BackToSections';
