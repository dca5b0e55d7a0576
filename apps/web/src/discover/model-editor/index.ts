export { DiscoverViews } from './DiscoverViews';
