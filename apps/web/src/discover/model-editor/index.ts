export { DiscoverViews } from './DiscoverViews';
export { DiscoverView } from './DiscoverView';
export { ViewRating } from './ViewRating';
