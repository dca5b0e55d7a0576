/** All migrations, oldest first. A released migration never changes: a mistake in it is corrected by the next one. */
import { firstTables } from './migrations/0001-0040/0001-first-tables';
import { callNotes } from './migrations/0001-0040/0002-call-notes';
import { callKeys } from './migrations/0001-0040/0003-call-keys';
import { invitations } from './migrations/0001-0040/0004-invitations';
import { drawings } from './migrations/0001-0040/0005-drawings';
import { drawingKeys } from './migrations/0001-0040/0006-drawing-keys';
import { onePicForAll } from './migrations/0001-0040/0007-one-pic-for-all';
import { fullTarget } from './migrations/0001-0040/0008-full-target';
import { deletedPics } from './migrations/0001-0040/0009-deleted-pics';
import { notesKeys } from './migrations/0001-0040/0010-notes-keys';
import { rooms } from './migrations/0001-0040/0011-rooms';
import { roomMessages } from './migrations/0001-0040/0012-room-messages';
import { push } from './migrations/0001-0040/0013-push';
import { guestLinks } from './migrations/0001-0040/0014-guest-links';
import { scheme2 } from './migrations/0001-0040/0015-scheme-2';
import { nodes } from './migrations/0001-0040/0016-nodes';
import { roomPreviews } from './migrations/0001-0040/0017-room-previews';
import { ownKeys } from './migrations/0001-0040/0018-own-keys';
import { companyKeys } from './migrations/0001-0040/0019-company-keys';
import { contents } from './migrations/0001-0040/0020-contents';
import { leadsAndCounts } from './migrations/0001-0040/0021-leads-and-counts';
import { imports } from './migrations/0001-0040/0022-imports';
import { lessOfContents } from './migrations/0001-0040/0023-less-of-contents';
import { crashLogs } from './migrations/0001-0040/0024-crash-logs';
import { pushPauses } from './migrations/0001-0040/0025-push-pauses';
import { invitationMails } from './migrations/0001-0040/0026-invitation-mails';
import { markers } from './migrations/0001-0040/0027-markers';
import { roomChanges } from './migrations/0001-0040/0028-room-changes';
import { bytesTaken } from './migrations/0001-0040/0029-bytes-taken';
import { signInLimits } from './migrations/0001-0040/0030-sign-in-limits';
import { leadStates } from './migrations/0001-0040/0031-lead-states';
import { knownKeys } from './migrations/0001-0040/0032-known-keys';
import { mailLanguages } from './migrations/0001-0040/0033-mail-languages';
import { callMessages } from './migrations/0001-0040/0034-call-messages';
import { languageTags } from './migrations/0001-0040/0035-language-tags';
import { views } from './migrations/0001-0040/0036-views';
import { viewThumbnails } from './migrations/0001-0040/0037-view-thumbnails';
import { recognition } from './migrations/0001-0040/0038-recognition';
import { formerMarkers } from './migrations/0001-0040/0039-former-markers';
import { alikeViews } from './migrations/0001-0040/0040-alike-views';
import { menuDrafts } from './migrations/0041-0080/0041-menu-drafts';
import { contentVersions } from './migrations/0041-0080/0042-content-versions';
import { backOffice } from './migrations/0041-0080/0043-back-office';
import { disabledPeople } from './migrations/0041-0080/0045-disabled-people';
import { formerPeople } from './migrations/0041-0080/0046-former-people';
import { site } from './migrations/0041-0080/0054-site';
import { companySettings } from './migrations/0041-0080/0050-company-settings';
import { webhookTables } from './migrations/0041-0080/0047-webhooks';
import { videoSections } from './migrations/0041-0080/0048-video-sections';
import { usage } from './migrations/0041-0080/0049-usage';
import { editors } from './migrations/0041-0080/0051-editors';
import { tableIndexes } from './migrations/0041-0080/0052-table-indexes';
import { noticeTables } from './migrations/0041-0080/0053-notices';
import { writeKeys } from './migrations/0041-0080/0044-write-keys';
import { menuFiles } from './migrations/0041-0080/0055-menu-files';
import { apiTokenTables } from './migrations/0041-0080/0056-api-tokens';
import { countIndex } from './migrations/0041-0080/0057-count-index';
import { copiedProducts } from './migrations/0041-0080/0058-copied-products';
import { writtenByTokens } from './migrations/0041-0080/0059-written-by-tokens';
import { noticeVersions } from './migrations/0041-0080/0060-notice-versions';
import { editedParts } from './migrations/0041-0080/0061-edited-parts';
import { messageChanges } from './migrations/0041-0080/0062-message-changes';
import { callLabelsTable } from './migrations/0041-0080/0063-call-labels';
import { callRatingsTable } from './migrations/0041-0080/0064-call-ratings';
import { mentions } from './migrations/0041-0080/0065-mentions';
import { changeKeys } from './migrations/0041-0080/0066-change-keys';
import { changeIndex } from './migrations/0041-0080/0067-change-index';
import { phoneColumn } from './migrations/0041-0080/0068-phone';
import { guestRatingTokens } from './migrations/0041-0080/0069-guest-rating-tokens';
import { takenBy } from './migrations/0041-0080/0070-taken-by';
import { profilePictureTables } from './migrations/0041-0080/0071-profile-pictures';
import { leadPartsColumn } from './migrations/0041-0080/0072-lead-parts';
import { italianWords } from './migrations/0041-0080/0073-italian-words';
import { peopleInside } from './migrations/0041-0080/0074-people-inside';
import { callRecordingTables } from './migrations/0041-0080/0075-call-recordings';
import { contactNotesTable } from './migrations/0041-0080/0076-contact-notes';
import { signingKeys } from './migrations/0041-0080/0077-signing-keys';
import { purchasesTable } from './migrations/0041-0080/0078-purchases';
import { beaconRanges } from './migrations/0041-0080/0079-beacon-ranges';
import { singleSignOn } from './migrations/0041-0080/0080-single-sign-on';
import { serverHealth } from './migrations/0081-0120/0081-server-health';
import { directoryPeople } from './migrations/0081-0120/0082-directory';
import { provenEmail } from './migrations/0081-0120/0083-proven-email';
import { invitedPeople } from './migrations/0081-0120/0084-invited-people';
import { callsLeft } from './migrations/0081-0120/0085-calls-left';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  firstTables,
  callNotes,
  callKeys,
  invitations,
  drawings,
  drawingKeys,
  onePicForAll,
  fullTarget,
  deletedPics,
  notesKeys,
  rooms,
  roomMessages,
  push,
  guestLinks,
  scheme2,
  nodes,
  roomPreviews,
  ownKeys,
  companyKeys,
  contents,
  leadsAndCounts,
  imports,
  lessOfContents,
  crashLogs,
  pushPauses,
  invitationMails,
  markers,
  roomChanges,
  bytesTaken,
  signInLimits,
  leadStates,
  knownKeys,
  mailLanguages,
  callMessages,
  languageTags,
  views,
  viewThumbnails,
  recognition,
  formerMarkers,
  alikeViews,
  menuDrafts,
  contentVersions,
  backOffice,
  writeKeys,
  disabledPeople,
  formerPeople,
  webhookTables,
  videoSections,
  usage,
  companySettings,
  editors,
  tableIndexes,
  noticeTables,
  site,
  menuFiles,
  apiTokenTables,
  countIndex,
  copiedProducts,
  writtenByTokens,
  noticeVersions,
  editedParts,
  messageChanges,
  callLabelsTable,
  callRatingsTable,
  mentions,
  changeKeys,
  changeIndex,
  phoneColumn,
  guestRatingTokens,
  takenBy,
  profilePictureTables,
  leadPartsColumn,
  italianWords,
  peopleInside,
  callRecordingTables,
  contactNotesTable,
  signingKeys,
  purchasesTable,
  beaconRanges,
  singleSignOn,
  serverHealth,
  directoryPeople,
  provenEmail,
  invitedPeople,
  callsLeft,
];
