/** Business constants and limits; ids like A9.1 stand in `docs/requirements.md`. */

/** Time after a sign-in in which sensitive actions need no new confirmation. */
export const FRESH_SIGN_IN_MINUTES = 30;

/** Interval of the ping (A9.1). */
export const PING_INTERVAL_MS = 30_000;
/** Interval of the search for cameras, microphones and speakers while no call is active (A9.3). */
export const DEVICE_CHECK_MS = 5_000;
/** Time-out for something to become ready (A9.14). */
export const READY_WAIT_MS = 20_000;
/** Without ping or socket for this long, a contact counts as offline. */
export const PRESENCE_TIMEOUT_MS = 90_000;
/** Wait for a refresh that is under way, and the number of tries (A9.4). */
export const REFRESH_WAIT_MS = 50;
export const REFRESH_WAIT_TRIES = 10;
/** Grace time in which a used refresh token still counts: two tabs, not a thief. */
export const REFRESH_GRACE_MS = 10_000;
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const SESSION_DAYS = 60;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODE_DIGITS = 6;
export const INVITATION_DAYS = 14;
/** Longer than a sign-in code, because it lives longer. */
export const INVITATION_CODE_DIGITS = 12;
/** Time in which the link of an ended invitation still says why it ended. */
export const INVITATION_KEPT_DAYS = 30;
/** Limit of invitation mails that one user may send in a day. */
export const INVITATIONS_A_DAY = 100;
export const GUEST_LINK_HOURS = 24;
/** Limit of guest links that one user may make in a day. */
export const GUEST_LINKS_A_DAY = 200;
/** Time in which an ended guest link still says why it ended. */
export const GUEST_LINK_KEPT_DAYS = 30;
/** Tolerated error of the clock of a client that is not signed in. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60_000;
/** Delay before an unauthenticated visitor of a protected screen is sent to the sign-in (D2.24). */
/** Time for which the landing screen is shown (D9.4). */
export const LANDING_DELAY_MS = 300;
export const LOGIN_REDIRECT_DELAY_MS = 500;
/** Debounce of the back button: a second step within this time is ignored (D9.5). */
export const BACK_DEBOUNCE_MS = 100;
/** Delay before the picture of a closed card is shown in the list again (D9.8). */
export const CARD_IMAGE_DELAY_MS = 600;
/** Dialogs of downloads for the camera: the delay before the download begins, and the delay before the dialog closes (D9.28). */
export const AR_DIALOG_OPEN_MS = 300;
export const AR_DIALOG_CLOSE_MS = 500;
/** Timeout of a scene (D9.28). */
export const SCENE_TIMEOUT_MS = 6_000;
/** Grace time for a reload: a page of a call may close for this long before its device counts as gone. */
export const PAGE_RETURN_MS = 10_000;
/** Retry time of a failed link; after it the peer counts as gone. */
export const LINK_RETRY_MS = 30_000;
/**
 * Time after leaving a call in which a participant may still store what they wrote, photographed or drew in it, for example without a
 * network in a cellar.
 */
export const STORE_GRACE_MS = 24 * 60 * 60_000;
/** Where a visitor starts (D2.5). Its menu entry is the page with all the others. */
export const HOME_CODE = '/earth';
/** Augmented reality: its menu entry is a card with a start button on the home page (D2.34). */
export const AR_CODE = '/ar';
/** The recognition camera: the title of its menu entry labels the buttons that lead there (D2.45). */
export const RECOGNITION_CODE = '/asset-recognition';
export const PAGE_SIZE = 10;
export const PAGE_SIZE_MAX = 100;
/** With more people than this, a mesh call shows a warning. */
export const MESH_COMFORTABLE_PEOPLE = 4;
/** Size of a file body in relation to the plain bytes: base64 of an envelope of base64. */
export const FILE_BODY_FACTOR = 1.8;
/** Largest body of a call without a file. */
export const SMALL_BODY_BYTES = 256 * 1024;
/** Longest text of an encrypted field (subject, message, notes), measured on its envelope. */
export const SEALED_TEXT_MAX = 128 * 1024;
/** Longest sealed text of the labels of a call, and of the comment of a rating: for fifty people it still fits. */
export const SEALED_LABELS_MAX = 64 * 1024;
/** A longer sealed subject stays out of a push, which has 4 KB in all. */
export const SUBJECT_PUSH_MAX = 2048;
/** Longest plain text of such a field: sealed for fifty people it still fits. */
export const TEXT_MAX = 20_000;
/** Most targets of one call. */
export const TARGETS_MAX = 50;
/** Most people in a room. */
export const ROOM_PEOPLE_MAX = 200;
/** Longest sealed text of a message, for all people of a room. */
export const SEALED_MESSAGE_MAX = 256 * 1024;
/** Most plain bytes of the preview that is stored beside a large picture. */
export const PREVIEW_BYTES_MAX = 128 * 1024;
/** Page size of messages, by default and at most. */
export const MESSAGES_PER_PAGE = 30;
export const MESSAGES_PER_PAGE_MAX = 200;
/** Interval at which a writing user repeats that they are writing; after twice this time without it they count as stopped. */
export const TYPING_MS = 3_000;
/** Limits of re-wrapped keys: sealed things in one request, recipients of each, length of one key. */
export const SEALED_KEYS_MAX = 50;
export const SEALED_KEY_RECIPIENTS_MAX = 10;
export const SEALED_KEY_CHARS_MAX = 1024;
/** Longest sealed text of a profile picture; a photograph of 256 pixels takes about 30 kB. */
export const PROFILE_PICTURE_MAX = 96 * 1024;
/** Most pieces of a recording, each of about two seconds, and its longest time. A longer one is continued by another. */
export const RECORDING_PIECES_MAX = 1800;
export const RECORDING_MS_MAX = 4 * 60 * 60 * 1000;
/** Most keys to a profile picture in one request. */
export const PICTURE_KEYS_MAX = 100;
/** Longest text of a public bundle; a bundle has about 650 characters. */
export const PUBLIC_KEY_CHARS_MAX = 2048;
/** Longest text of a vault. It also holds former private bundles, each of about 3,500 characters. */
export const KEY_VAULT_CHARS_MAX = 128 * 1024;
/** Longest sealed text of the remembered keys of other people. */
export const KNOWN_KEYS_CHARS_MAX = 128 * 1024;
/** Shortest passphrase; a shorter one can be guessed, however slow each guess is. */
export const PASSPHRASE_CHARS_MIN = 12;
/** Platform types (D9.11). */
export const PlatformType = { unknown: 1, android: 2, ios: 3, web: 6 } as const;

/** 2 = online, 1 = offline (A3.2). */
export const Availability = { offline: 1, online: 2 } as const;

/** 0 = none, 1 = JSON scheme v1 (A9.7). 2 is our own: signed by its author and bound to its place. */
export const CryptoSchema = { none: 0, v1: 1, v2: 2 } as const;

/** Ids of the roles, the same on every server. */
export const ROLE_IDS = {
  OPERATOR: '0190a000-0000-7000-8000-000000000001',
  ASSISTED: '0190a000-0000-7000-8000-000000000002',
  ADMIN: '0190a000-0000-7000-8000-000000000003',
} as const;

/** Drawing colours of the people in a call, in the order of assignment. */
export const ANNOTATION_COLORS = ['#ffd23f', '#ff7ab8', '#5ec8ff', '#ff8f3f', '#b79bff', '#7fe3d0'] as const;

/** Views of contents (D3.7): the kind of a content, and so its layout. */
export const ContentView = {
  info: 1,
  place: 3,
  businessCard: 5,
  company: 6,
  model: 7,
  markerless: 8,
  keypoint: 9,
  itinerary: 10,
  scene: 11,
  recognition: -12,
} as const;
/** What the `date` of a content tells, by its `ctnType`: of an event its day, of all others the last update. */
export const ContentType = {
  content: 1,
  event: 2,
} as const;
/** Results of a recognition: the most that may be asked for, and as many as without asking. */
export const RESULTS_MAX = 20;
export const RESULTS = 10;
/** Longest note with a photograph, or with feedback. */
export const RECOGNITION_NOTE_MAX = 1000;
/** Rules of contents (D5.11). */
export const CONTENT_TITLE_MAX = 200;
/** Most views of a model, and points of a view. */
export const VIEWS_MAX = 500;
export const POINTS_MAX = 200;
/** Most pictures in the gallery of a content. */
export const GALLERY_MAX = 20;
/** Largest MP3 that callers hear instead of a tone: a minute of speech in good quality. */
export const UNAVAILABLE_AUDIO_BYTES_MAX = 1024 * 1024;
/** Limits of a map file: bytes, shapes, points. Handing so many to the page's main thread at once takes a fifth of a second. */
export const LAYER_BYTES_MAX = 20 * 1024 * 1024;
export const LAYER_SHAPES_MAX = 50_000;
export const LAYER_POINTS_MAX = 300_000;
/** Radius of «nearby», in metres (D9.14). */
export const NEARBY_METRES = 3000;
/** What starts a scene: a picture seen by the camera, or a beacon. */
export const TriggerType = { marker: 1, beacon: 2 } as const;

/** Professions of the contact form, by code (D3.27). */
export const ProfessionCode = {
  architect: 1,
  engineer: 7,
  construction: 9,
  tiler: 10,
  privateCustomer: 12,
  dealer: 14,
} as const;
/** Longest message of the contact form, as HTML. */
export const LEAD_NOTES_MAX = 20_000;
/** Longest time for which personal data are stored (D9.17). */
export const LEAD_KEPT_YEARS = 10;

/** Longest crash log in base64: browsers send at most 64 KiB after a page is closed. */
export const LOG_DATA_MAX = 48_000;
/** Most crash logs that the server stores, and for how many days. */
export const LOGS_KEPT = 1000;
export const LOGS_KEPT_DAYS = 90;
/** Most days of statistics in one request. */
export const STATISTICS_DAYS_MAX = 366;
