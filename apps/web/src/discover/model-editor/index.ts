export { DiscoverViews } from './DiscoverViews';
export { DiscoverView } from './DiscoverView';
