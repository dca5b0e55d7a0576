export { CatchAll } from './CatchAll';
export { ContentList } from './ContentList';
export { DiscoverShell } from './DiscoverShell';
export { Explore } from './Explore';
export { MenuList } from './MenuList';
export { Saved } from './Saved';
export { SaveButton } from './SaveButton';
