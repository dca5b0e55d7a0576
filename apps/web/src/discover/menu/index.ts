export { EditButton, useMayEdit } from './EditButton';
export { type Entry, filtersOf, findEntry, hasEntryAt, HOME, isAt, MAP, linkTo as wayTo } from './menu';
export { NoData } from './no-data';
export { PageHead } from './PageHead';
export { Picture } from './Picture';
export { SaveButton } from './SaveButton';
export { WithMenu } from './WithMenu';
