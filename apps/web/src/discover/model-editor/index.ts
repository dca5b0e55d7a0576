export { DiscoverViews } from './DiscoverViews';
export { DiscoverView } from './points/DiscoverView';
