export { CatchAll } from './CatchAll';
export { ContentList, EntryContents } from './ContentList';
export type { CardStyle } from './ContentRows';
export { Explore } from './Explore';
export { SearchedContents } from './FoundContents';
export { MenuList } from './MenuList';
export { RowSkeletons } from './RowSkeletons';
export { Saved } from './Saved';
