import { texts } from './texts';
import { useTexts } from '../../shared/i18n';

/** By the name that the app reports of a screen. */
const words = {
  Main: 'mainScreen',
  Login: 'loginScreen',
  Profile: 'profileScreen',
  Content_Detail: 'contentScreen',
  Content_KML: 'mapScreen',
  Ar_Scene_List: 'scenesScreen',
  Discover_view_detail: 'viewScreen',
  Discover_model_editor: 'modelScreen',
  Credits: 'creditsScreen',
  Members_Area: 'membersScreen',
  Notifications: 'notificationsScreen',
  Tutorial: 'tutorialScreen',
} as const;

const isKnown = (name: string): name is keyof typeof words => Object.hasOwn(words, name);

/** What a screen is called; one that is not known, as of an older or a newer app, by its reported name. */
export function useScreenName() {
  const t = useTexts(texts);
  return (name: string) => (isKnown(name) ? t(words[name]) : name);
}
