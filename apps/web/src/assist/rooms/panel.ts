/** What can be opened beside the messages of a room. */
export type Panel = 'details' | 'search' | 'files';
