export { HelpHome } from './HelpHome';
